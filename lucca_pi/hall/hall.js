// Renews the parts of the hall's page as the server sends them. In words of 2017: old tablets and televisions run it.
"use strict";

const SILENT_MS = 30000;
let events = null;
let heardAt = 0;

function lost(is) {
  document.documentElement.classList.toggle("lost", is);
}

function replace(id, html) {
  const old = document.getElementById(id);
  if (!old) return;
  const holder = document.createElement("template");
  holder.innerHTML = html;
  old.replaceWith(holder.content);
}

function listen() {
  if (events) events.close();
  heardAt = Date.now();
  events = new EventSource("/events");
  events.onmessage = (event) => {
    heardAt = Date.now();
    const parts = JSON.parse(event.data);
    for (const id of Object.keys(parts)) replace(id, parts[id]);
    lost(false);
  };
  events.onerror = () => lost(true);
}

// A hidden page listens to nothing: a browser has six connections to a server, for all its tabs together.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) listen();
  else if (events) events.close();
});
setInterval(() => {
  if (document.hidden || Date.now() - heardAt < SILENT_MS) return;
  lost(true);
  listen();
}, 5000);
listen();
