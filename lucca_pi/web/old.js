// For browsers that are too old for page.js, which says that it runs: the page is loaded again every ten seconds.
setTimeout(function () { if (!window.isRenewing) { location.reload(); } }, 10000);
