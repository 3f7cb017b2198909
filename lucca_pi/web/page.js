// Renews the page as the game goes on: the server tells that there is something new, and makes the new page.
"use strict";

const parts = new Map();
for (const part of document.querySelectorAll("header, section")) parts.set(part.id, part.outerHTML);

function replace(fresh) {
  if (parts.get(fresh.id) === fresh.outerHTML) return;
  parts.set(fresh.id, fresh.outerHTML);
  const old = document.getElementById(fresh.id);
  const open = [...old.querySelectorAll("details[open]")].map((one) => one.id);
  old.replaceWith(document.adoptNode(fresh));
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
}

async function renew() {
  const answer = await fetch("/");
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = page.title;
  for (const fresh of page.querySelectorAll("header, section")) replace(fresh);
}

function lost(is) {
  document.documentElement.classList.toggle("lost", is);
}

function listen() {
  const events = new EventSource("/events");
  events.onmessage = () => renew().then(() => lost(false), () => lost(true));
  events.onerror = () => {
    lost(true);
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
  };
}

listen();
