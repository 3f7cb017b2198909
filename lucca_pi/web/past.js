// Leafs through the turns of a past game without loading the page anew. Without it links and a button do the same.
"use strict";

const ONLY_MS = 120;
let timer = 0;
let newest = 0;

async function leaf(path) {
  const mine = ++newest;
  const answer = await fetch(path);
  if (!answer.ok || mine !== newest) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== newest || !page.querySelector("#leaf")) return;
  const focus = document.activeElement && (document.activeElement.id || document.activeElement.rel);
  const slider = document.getElementById("at");
  const fresh = page.querySelector("main");
  if (focus === "at") {
    slider.value = fresh.querySelector("#at").value;
    fresh.querySelector("#at").replaceWith(slider); // the finger is on it
  }
  document.querySelector("main").replaceWith(document.adoptNode(fresh));
  document.documentElement.classList.add("scripted");
  const again = focus && (document.getElementById(focus) || document.querySelector(`[rel=${focus}]`));
  if (again) again.focus({ preventScroll: true });
  history.replaceState(null, "", path);
  offerSharing();
}

document.documentElement.classList.add("scripted");
document.addEventListener("input", (event) => {
  if (event.target.id !== "at") return;
  clearTimeout(timer);
  const form = event.target.form;
  timer = setTimeout(() => leaf(`${form.getAttribute("action")}?at=${event.target.value}`), ONLY_MS);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("#leaf a[rel]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  leaf(link.getAttribute("href"));
});

// The system's own sheet for sharing is there on a secure page alone; elsewhere a long press on the picture does it.
function offerSharing() {
  const button = document.getElementById("share");
  if (!button || !window.isSecureContext || !navigator.canShare) return;
  const link = document.querySelector(".souvenir").getAttribute("src");
  button.hidden = false;
  button.addEventListener("click", async () => {
    const picture = await (await fetch(link)).blob();
    const file = new File([picture], "lucca.png", { type: "image/png" });
    if (navigator.canShare({ files: [file] })) navigator.share({ files: [file] }).catch(() => {}); // somebody thought better of it
  });
}

offerSharing();
