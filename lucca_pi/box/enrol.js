// Steps of enrolling without leaving the page: forms and ways are fetched, and what is shown is replaced. A digit on a
// keyboard presses the button of that many windows. In words of 2017: old tablets run it.
"use strict";

document.documentElement.classList.add("scripted");
let busy = false;

function say(words) {
  const said = document.getElementById("said");
  said.textContent = words;
  said.hidden = !words;
}

function show(page, where) {
  const fresh = new DOMParser().parseFromString(page, "text/html");
  const every = document.getElementById("every");
  const open = every && every.open;
  document.title = fresh.title;
  for (const name of ["header", "main"]) {
    document.querySelector(name).replaceWith(document.adoptNode(fresh.querySelector(name)));
  }
  if (open && document.getElementById("every")) document.getElementById("every").setAttribute("open", "");
  const moved = where !== location.pathname;
  if (moved) history.pushState(null, "", where);
  const said = document.getElementById("said");
  if (moved || !said || !said.hidden) scrollTo(0, 0);
  const title = document.querySelector("main h1");
  if (!title) return;
  title.setAttribute("tabindex", "-1");
  title.focus({ preventScroll: true });
}

// Long enough for a photograph to be looked at.
const LIMIT_MS = 120000;

// Of a step that leads nowhere else the page is the sheet's.
function shownAt(answer) {
  const where = new URL(answer.url).pathname;
  return answer.redirected || where.startsWith("/card/") || where.startsWith("/picture/") || where === "/pair" ? where : "/";
}

async function go(where, what, failed) {
  if (busy) return;
  busy = true;
  document.documentElement.classList.add("busy");
  try {
    const answer = await fetched(where, what, LIMIT_MS);
    if (!(answer.headers.get("content-type") || "").startsWith("text/html")) throw new Error(await answer.text());
    const at = shownAt(answer);
    if (at === "/pair") location.assign(at);
    else show(await answer.text(), at);
  } catch (error) {
    say(error.name === "Error" ? error.message : failed || error.message);
    scrollTo(0, 0);
  } finally {
    busy = false;
    document.documentElement.classList.remove("busy");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.classList.contains("photograph")) return;
  event.preventDefault();
  go(form.action, { method: "POST", body: valuesOf(form, event.submitter || document.activeElement) });
});

document.addEventListener("click", (event) => {
  const way = event.target.closest("a");
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(way.href);
});

document.addEventListener("change", (event) => {
  const box = event.target;
  if (box.id !== "photo" || !box.files.length) return;
  const form = box.form, photograph = box.files[0];
  say(form.dataset.sending);
  const headers = { "Content-Type": photograph.type || "application/octet-stream" };
  go("/photo", { method: "POST", body: photograph, headers }, form.dataset.failed).then(() => { box.value = ""; });
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input:not([type=radio])") || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = document.querySelector(`button[name=windows][value="${CSS.escape(event.key)}"]`);
  if (button) button.click();
});

addEventListener("popstate", () => location.reload());
