// Renews the page as the game goes on: the server tells that there is something new, and makes the new page.
// Sends what is answered without leaving the page. In words of 2017: old tablets and televisions run it.
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
  old.textContent = "";
  old.append(...document.adoptNode(fresh).childNodes);
  for (const name of ["class", "hidden"]) {
    if (fresh.hasAttribute(name)) old.setAttribute(name, fresh.getAttribute(name));
    else old.removeAttribute(name);
  }
  if (said) document.getElementById("said").replaceWith(said);
  for (const id of open) if (document.getElementById(id)) document.getElementById(id).setAttribute("open", "");
  for (const one of typed) {
    const now = document.getElementById(one.id);
    if (now && now.defaultValue === one.defaultValue) now.value = one.value;
  }
  if (!focus) return;
  const again = document.getElementById(focus.id || "-");
  const next = again || old.querySelector("h1");
  if (next) next.focus({ preventScroll: true });
  if (!again) scrollTo(0, 0);
}

// The clock of the large view while nobody plays: the viewer's own time.
function showTime() {
  const clock = document.querySelector(".clock");
  if (!clock) return;
  const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  if (clock.textContent !== time) clock.textContent = time;
  clock.hidden = false;
}

setInterval(showTime, 1000);
showTime();

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

const LIMIT_MS = 15000;

function askedNow() {
  const id = document.querySelector("#now [name=id]");
  return id && id.value;
}

async function renew() {
  const answer = await fetched(location.pathname, {}, LIMIT_MS);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = page.title;
  for (const name of ["lang", "dir"]) document.documentElement.setAttribute(name, page.documentElement.getAttribute(name));
  readNew(page); // first: replacing takes the new parts out of `page`
  const inTurn = playerInTurn(page);
  const before = askedNow();
  for (const fresh of page.querySelectorAll(PARTS)) replace(fresh);
  if (askedNow() !== before) guard();
  keep();
  showTime();
  showMine(inTurn);
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
  } catch (error) {} // a private window stores nothing: the switch then counts for this page
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
  } catch (error) {}
  const { turn, now } = spokenOn(document);
  if (turn) turnsRead.add(turn);
  nowRead = now;
  speech.hidden = false;
  aloud.addEventListener("change", switchAloud);
  speechSynthesis.onvoiceschanged = () => {
    showVoiceless();
    readNext();
  };
  setTimeout(showVoiceless, VOICES_MS);
}

beginReading();

// The phone's own player, whom the phone remembers: her row is marked, and her turn with a banner and a buzz. The page
// may buzz only while it is in front, and not every browser does.
const MINE = "lucca-mine";
const BUZZ_MS = [200, 100, 200];
const YEAR_S = 31536000;
let mine = "";
let isMyTurn = false;

function playerInTurn(page) {
  const spoken = page.getElementById("spoken");
  return (spoken && spoken.dataset.player) || "";
}

function showMine(inTurn) {
  const here = document.getElementById("spoken-here");
  if (!here) return;
  here.value = (/(?:^|; )lucca_language=(\w+)/.exec(document.cookie) || [])[1] || "";
  document.getElementById("mine").hidden = false;
  const whose = document.getElementById("whose");
  if (!whose) return;
  const is = [...whose.options].some((one) => one.value === mine) ? mine : "";
  whose.value = is;
  for (const row of document.querySelectorAll("details[data-player], div[data-player]")) row.classList.toggle("mine", is !== "" && row.dataset.player === is);
  const was = isMyTurn;
  isMyTurn = is !== "" && inTurn === is;
  document.documentElement.classList.toggle("my-turn", isMyTurn);
  document.getElementById("yours").hidden = !isMyTurn;
  if (isMyTurn && !was && navigator.vibrate) navigator.vibrate(BUZZ_MS);
}

document.addEventListener("change", (event) => {
  if (event.target.id === "spoken-here") {
    const age = event.target.value ? YEAR_S : 0;
    document.cookie = `lucca_language=${event.target.value}; path=/; max-age=${age}; samesite=lax`;
    renewed();
  }
  if (event.target.id !== "whose") return;
  mine = event.target.value;
  try {
    localStorage.setItem(MINE, mine);
  } catch (error) {} // a private window stores nothing: the choice then counts for this page
  renewed();
});

try {
  mine = localStorage.getItem(MINE) || "";
} catch (error) {}
showMine(playerInTurn(document));

// The large view keeps its screen on where the browser may: on a secure address only, so not on plain http.
async function stayAwake() {
  if (!navigator.wakeLock || document.hidden || !document.documentElement.classList.contains("board")) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch (error) {} // a device that saves its battery refuses
}

stayAwake();

// The photograph that was sent stays until it has been looked at, and beside what is wrong with it: that may follow a
// moment later. The large view has no place for it.
const A_MOMENT_MS = 2000;
let hiddenAt = 0;

function keep() {
  const shot = document.getElementById("shot");
  if (!shot || !shot.firstChild) return;
  const form = document.querySelector("#now form");
  if (document.querySelector("#now.disagreement")) {
    if (Date.now() - hiddenAt < A_MOMENT_MS) shot.hidden = false;
  } else if (form && (!asked || form.getAttribute("action") !== asked.where) && !shot.hidden) {
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
  return fetched("/answer", { method: "POST", body, headers: { Accept: "application/json" } }, LIMIT_MS);
}

// Whoever types names and then has the deal looked at means them: they are saved first. By that what is asked gets
// another name, which `shown` finds. Gives it, if `was` was asked until then, else `was`.
async function named(was, shown) {
  const typed = [...document.querySelectorAll(".seat [id]")].filter((one) => one.value !== one.defaultValue);
  if (!typed.length || shown() !== was || !(await posted(valuesOf(typed[0].form))).ok) return was;
  for (const one of typed) one.defaultValue = one.value;
  for (let tries = 0; tries < 20 && shown() === was; tries++) {
    await new Promise((done) => setTimeout(done, 50));
    await renew();
  }
  return shown() || was;
}

// A press counts once: until it is answered nothing else is sent.
let busy = false;

async function send(form, button) {
  if (busy) return;
  busy = true;
  document.documentElement.classList.add("busy");
  if (button) button.setAttribute("aria-busy", "true");
  try {
    const id = form.elements.id;
    if (button && button.value === "ok:0") id.value = await named(id.value, askedNow);
    const answer = await posted(valuesOf(form, button));
    const came = await answer.json();
    if (came.came === "out") location.assign("/pair");
    for (const box of form.querySelectorAll("input[id]")) if (answer.ok) box.defaultValue = box.value;
    say(came.said);
    await renew();
    lost(false);
  } catch (error) {
    lost(true);
    say(document.getElementById("lost").dataset.failed);
  } finally {
    busy = false;
    document.documentElement.classList.remove("busy");
    if (button) button.removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.getAttribute("action") !== "/answer") return;
  event.preventDefault();
  if (!isUnread(event.target)) send(event.target, event.submitter || document.activeElement);
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
  asked = Object.assign({ where: form.getAttribute("action") }, form.dataset);
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
  figure.textContent = "";
  figure.append(image);
  figure.hidden = false;
}

const PHOTOGRAPH_MS = 60000;

async function photograph(file, to) {
  if (busy) return;
  busy = true;
  document.documentElement.classList.add("busy");
  say(to.sending);
  try {
    const shown = () => document.querySelector("form.photograph") && document.querySelector("form.photograph").getAttribute("action");
    asked = Object.assign({}, to, { where: await named(to.where, shown) });
    show(file);
    const headers = { Accept: "application/json", "Content-Type": file.type || "application/octet-stream" };
    const answer = await fetched(asked.where, { method: "POST", body: file, headers }, PHOTOGRAPH_MS);
    if (answer.status === 413 && to.large) return say(to.large);
    const came = await answer.json();
    if (came.came === "out") location.assign("/pair");
    await renew();
    say(came.said);
  } catch (error) {
    say(to.failed);
  } finally {
    busy = false;
    document.documentElement.classList.remove("busy");
  }
}

// The server's events. A stream may be dead without an error, above all after the phone has slept: so the server sends one
// at least every 15 seconds, and a page that hears none for 30 asks anew. A hidden page listens to nothing, unless it
// reads aloud: a browser has six connections to a server, for all its tabs together.
const SILENT_MS = 30000;
let events = null;
let heardAt = 0;

function heard() {
  heardAt = Date.now();
}

function renewed() {
  return renew().then(() => lost(false), () => lost(true));
}

function listen() {
  if (events) events.close();
  heard();
  events = new EventSource("/events");
  events.addEventListener("alive", () => {
    heard();
    if (document.documentElement.classList.contains("lost")) renewed();
  });
  events.onmessage = () => {
    heard();
    if (Date.now() - saidAt > READ_MS) say("");
    renewed();
  };
  const opened = events;
  events.onerror = () => {
    lost(true);
    if (opened.readyState === EventSource.CLOSED) setTimeout(() => opened === events && listen(), 5000);
  };
}

function watch() {
  if (document.hidden || Date.now() - heardAt < SILENT_MS) return;
  lost(true);
  listen();
}

function wakeOrSleep() {
  stayAwake();
  if (!document.hidden) listen();
  else if (events && !(aloud && aloud.checked)) {
    events.close();
    events = null;
  }
}

document.addEventListener("visibilitychange", wakeOrSleep);
addEventListener("pageshow", (event) => {
  if (event.persisted) listen();
});
addEventListener("online", listen);
setInterval(watch, 5000);
if (!document.hidden) listen();
window.isRenewing = true; // else old.js loads the page again
