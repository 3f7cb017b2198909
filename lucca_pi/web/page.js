// Renews the page as the game goes on: the server tells that there is something new, and makes the new page.
// Sends what is answered without leaving the page.
"use strict";

const parts = new Map();
const PARTS = "header, section, footer";
for (const part of document.querySelectorAll(PARTS)) parts.set(part.id, part.outerHTML);

// What is being typed, what is unfolded and where the keyboard is stay as they are.
function replace(fresh) {
  if (parts.get(fresh.id) === fresh.outerHTML) return;
  parts.set(fresh.id, fresh.outerHTML);
  const old = document.getElementById(fresh.id);
  if (!old) return;
  const open = [...old.querySelectorAll("details[open]")].map((one) => one.id);
  const typed = [...old.querySelectorAll("input[id]:not([type=file])")].filter((one) => one.value !== one.defaultValue);
  const focus = old.contains(document.activeElement) ? document.activeElement : null;
  const said = fresh.querySelector("#said") && document.getElementById("said");
  old.replaceChildren(...document.adoptNode(fresh).childNodes);
  for (const name of ["class", "hidden"]) {
    if (fresh.hasAttribute(name)) old.setAttribute(name, fresh.getAttribute(name));
    else old.removeAttribute(name);
  }
  if (said) document.getElementById("said").replaceWith(said);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const one of typed) {
    const now = document.getElementById(one.id);
    if (now && now.defaultValue === one.defaultValue) now.value = one.value;
  }
  if (!focus) return;
  const again = document.getElementById(focus.id || "-");
  (again || old.querySelector("h1"))?.focus({ preventScroll: true });
  if (!again) scrollTo(0, 0);
}

// What comes up just as somebody presses again cannot have been read.
const UNREAD_MS = 600;
let unreadUntil = 0;

function guard() {
  unreadUntil = Date.now() + UNREAD_MS;
  document.documentElement.classList.add("unread");
  setTimeout(() => {
    if (Date.now() >= unreadUntil) document.documentElement.classList.remove("unread");
  }, UNREAD_MS);
}

function isUnread(form) {
  return form.closest("#now") !== null && Date.now() < unreadUntil;
}

async function renew() {
  const answer = await fetch(location.pathname);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = page.title;
  for (const name of ["lang", "dir"]) document.documentElement.setAttribute(name, page.documentElement.getAttribute(name));
  readNew(page); // first: replacing takes the new parts out of `page`
  const before = document.querySelector("#now [name=id]")?.value;
  for (const fresh of page.querySelectorAll(PARTS)) replace(fresh);
  if (document.querySelector("#now [name=id]")?.value !== before) guard();
  keep();
}

// Reads aloud what is new, one sentence after the other, if somebody has switched it on. A turn is read once, also if it
// is shown again after an undo; what the table waits for is dropped unread once it waits for something else.
const ALOUD = "lucca-aloud";
const VOICES_MS = 3000;
const speech = document.getElementById("speech");
const aloud = document.getElementById("aloud");
const turnsRead = new Set();
let nowRead = "";
let toRead = [];
let reading = null;

function spokenOn(page) {
  const { turn, last, now } = page.getElementById("spoken").dataset;
  return { turn: last ? `${turn} ${last}` : "", last, now };
}

function voiceFor(language) {
  const voices = speechSynthesis.getVoices().filter((one) => one.lang.toLowerCase().split(/[-_]/)[0] === language);
  return voices.find((one) => one.localService) || voices[0];
}

function readNext() {
  if (reading || !toRead.length) return;
  const voice = voiceFor(document.documentElement.lang);
  if (!voice) return;
  reading = new SpeechSynthesisUtterance(toRead.shift().words);
  reading.voice = voice;
  reading.lang = voice.lang;
  reading.onend = reading.onerror = () => {
    reading = null;
    readNext();
  };
  speechSynthesis.speak(reading);
}

function readNew(page) {
  if (!speech || speech.hidden) return;
  for (const id of ["aloud-words", "voiceless"]) document.getElementById(id).textContent = page.getElementById(id).textContent;
  const { turn, last, now } = spokenOn(page);
  const isOn = aloud.checked;
  if (turn && !turnsRead.has(turn)) {
    turnsRead.add(turn);
    if (isOn) toRead.push({ kind: "last", words: last });
  }
  if (now !== nowRead) {
    nowRead = now;
    toRead = toRead.filter((one) => one.kind !== "now");
    if (isOn) toRead.push({ kind: "now", words: now });
  }
  readNext();
}

function showVoiceless() {
  const is = aloud.checked && !voiceFor(document.documentElement.lang);
  document.getElementById("voiceless").hidden = !is;
}

function switchAloud() {
  try {
    localStorage.setItem(ALOUD, aloud.checked ? "on" : "");
  } catch {} // a private window stores nothing: the switch then counts for this page
  toRead = [];
  speechSynthesis.cancel();
  if (aloud.checked) toRead.push({ kind: "now", words: nowRead });
  readNext();
  setTimeout(showVoiceless, aloud.checked ? VOICES_MS : 0);
}

function beginReading() {
  if (!speech || !("speechSynthesis" in window)) return;
  try {
    aloud.checked = localStorage.getItem(ALOUD) === "on";
  } catch {}
  const { turn, now } = spokenOn(document);
  if (turn) turnsRead.add(turn);
  nowRead = now;
  speech.hidden = false;
  aloud.addEventListener("change", switchAloud);
  speechSynthesis.addEventListener?.("voiceschanged", () => {
    showVoiceless();
    readNext();
  });
  setTimeout(showVoiceless, VOICES_MS);
}

beginReading();

// The photograph that was sent stays until it has been looked at, and beside what is wrong with it: that may follow a
// moment later. The large view has no place for it.
const A_MOMENT_MS = 2000;
let hiddenAt = 0;

function keep() {
  const shot = document.getElementById("shot");
  if (!shot?.firstChild) return;
  const form = document.querySelector("#now form");
  if (document.querySelector("#now.disagreement")) {
    if (Date.now() - hiddenAt < A_MOMENT_MS) shot.hidden = false;
  } else if (form && form.getAttribute("action") !== asked?.where && !shot.hidden) {
    shot.hidden = true;
    hiddenAt = Date.now();
  }
}

function lost(is) {
  document.documentElement.classList.toggle("lost", is);
}

// What was said of an answer goes when something new comes, but not before it can have been read.
const READ_MS = 3000;
let saidAt = Date.now();

function say(words) {
  const said = document.getElementById("said");
  if (!said) return;
  saidAt = Date.now();
  said.textContent = words;
  said.hidden = !words;
}

function posted(body) {
  return fetch("/answer", { method: "POST", body, headers: { Accept: "application/json" } });
}

// Whoever types names and then has the deal looked at means them: they are saved first. By each of them what is asked
// gets another name, which `shown` finds. Gives the last one, if `was` was asked until then, else `was`.
async function named(was, shown) {
  const isAskedStill = shown() === was;
  for (const one of document.querySelectorAll(".seat [name=name]")) {
    if (one.value === one.defaultValue) continue;
    const before = shown();
    if (!(await posted(new URLSearchParams(new FormData(one.form)))).ok) continue;
    one.defaultValue = one.value;
    for (let tries = 0; tries < 20 && shown() === before; tries++) {
      await new Promise((done) => setTimeout(done, 50));
      await renew();
    }
  }
  return (isAskedStill && shown()) || was;
}

// A press counts once: until it is answered nothing else is sent.
let busy = false;

async function send(form, button) {
  if (busy) return;
  busy = true;
  document.documentElement.classList.add("busy");
  button?.setAttribute("aria-busy", "true");
  try {
    const id = form.elements.id;
    if (button?.value === "ok:0") id.value = await named(id.value, () => document.querySelector("#now [name=id]")?.value);
    const body = new URLSearchParams(new FormData(form, button));
    const answer = await posted(body);
    const came = await answer.json();
    if (came.came === "out") location.assign("/pair");
    for (const box of form.querySelectorAll("input[id]")) if (answer.ok) box.defaultValue = box.value;
    say(came.said);
    await renew();
    lost(false);
  } catch {
    lost(true);
  } finally {
    busy = false;
    document.documentElement.classList.remove("busy");
    button?.removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.getAttribute("action") !== "/answer") return;
  event.preventDefault();
  if (!isUnread(event.target)) send(event.target, event.submitter);
});

// The phone's camera. The page may renew itself while a photograph is taken: so what takes it is no part of what is
// renewed, and what it answers is what was asked when the button was pressed.
document.documentElement.classList.add("scripted");
const camera = document.createElement("input");
camera.type = "file";
camera.hidden = true;
document.body.append(camera);
let asked = null;

document.addEventListener("click", (event) => {
  const form = event.target.closest("form.photograph");
  if (!form || !event.target.closest("label, input")) return;
  event.preventDefault();
  if (busy) return;
  asked = { where: form.getAttribute("action"), ...form.dataset };
  camera.accept = form.querySelector("input").accept;
  camera.setAttribute("capture", "environment");
  camera.value = "";
  camera.click();
});

camera.addEventListener("change", () => {
  if (camera.files.length) photograph(camera.files[0], asked);
});

function show(file) {
  const figure = document.getElementById("shot");
  const image = document.createElement("img");
  image.alt = figure.dataset.alt;
  image.src = URL.createObjectURL(file);
  image.onload = () => URL.revokeObjectURL(image.src);
  image.onerror = () => {
    figure.hidden = true;
    image.remove();
  };
  figure.replaceChildren(image);
  figure.hidden = false;
}

async function photograph(file, to) {
  if (busy) return;
  busy = true;
  document.documentElement.classList.add("busy");
  say(to.sending);
  try {
    const shown = () => document.querySelector("form.photograph")?.getAttribute("action");
    asked = { ...to, where: await named(to.where, shown) };
    show(file);
    const headers = { Accept: "application/json", "Content-Type": file.type || "application/octet-stream" };
    const answer = await fetch(asked.where, { method: "POST", body: file, headers });
    if (answer.status === 413 && to.large) return say(to.large);
    const came = await answer.json();
    if (came.came === "out") location.assign("/pair");
    await renew();
    say(came.said);
  } catch {
    say(to.failed);
  } finally {
    busy = false;
    document.documentElement.classList.remove("busy");
  }
}

function listen() {
  const events = new EventSource("/events");
  events.onmessage = () => {
    if (Date.now() - saidAt > READ_MS) say("");
    renew().then(() => lost(false), () => lost(true));
  };
  events.onerror = () => {
    lost(true);
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
  };
}

listen();
