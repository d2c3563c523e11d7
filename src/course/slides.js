"use strict";
const slides = [...document.querySelectorAll("section")];
let at = 0, shown = 0;

// An overfull slide gets a smaller font until it fits.
for (const slide of slides) {
    slide.classList.add("here");
    const tall = [...slide.querySelectorAll("svg")];
    for (let size = 24; slide.scrollHeight > 720 && size > 11; size--) {
        slide.style.fontSize = size + "px";
        for (const svg of tall) svg.style.height = (380 * size) / 24 + "px";
    }
    slide.classList.remove("here");
}

function steps() { return [...slides[at].querySelectorAll(".step")]; }

function show(slide, count) {
    slides[at].classList.remove("here");
    at = Math.max(0, Math.min(slide, slides.length - 1));
    shown = Math.max(1, Math.min(count, steps().length));
    slides[at].classList.add("here");
    steps().forEach((step, i) => step.classList.toggle("later", i >= shown));
    document.getElementById("place").textContent = `${at + 1} / ${slides.length}`;
    history.replaceState(null, "", "#" + (at + 1));
}

function forth() {
    if (shown < steps().length) show(at, shown + 1);
    else if (at + 1 < slides.length) show(at + 1, 1);
}

function back() {
    if (shown > 1) show(at, shown - 1);
    else if (at > 0) show(at - 1, Infinity);
}

const keys = {
    ArrowRight: forth, ArrowDown: forth, PageDown: forth, " ": forth,
    ArrowLeft: back, ArrowUp: back, PageUp: back,
    Home: () => show(0, 1), End: () => show(slides.length - 1, Infinity),
};
addEventListener("keydown", (event) => {
    if (event.target.closest("button, summary") && event.key === " ") return;
    if (keys[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey) {
        keys[event.key]();
        event.preventDefault();
    }
});

function fit() {
    const scale = Math.min(innerWidth / 1280, innerHeight / 720);
    document.querySelector("main").style.transform = `scale(${scale}) translate(-50%, -50%)`;
}
addEventListener("resize", fit);

// A board to play on. The picture has 40 units for a point and a margin of 28.
function board(element) {
    const svg = element.querySelector("svg");
    const size = Math.round((svg.viewBox.baseVal.width - 56) / 40);
    const first = svg.innerHTML;
    const stones = [...element.dataset.stones].map((cell) => ({ X: "black", O: "white" })[cell]);
    const start = { stones, player: element.dataset.player, ko: -1 };
    let line = [start];

    const neighbors = (p) => [[1, 0], [-1, 0], [0, 1], [0, -1]]
        .map(([dx, dy]) => [(p % size) + dx, Math.floor(p / size) + dy])
        .filter(([x, y]) => x >= 0 && y >= 0 && x < size && y < size)
        .map(([x, y]) => y * size + x);

    function chain(stones, p) {
        const found = [p], liberties = new Set();
        for (const q of found) {
            for (const r of neighbors(q)) {
                if (!stones[r]) liberties.add(r);
                else if (stones[r] === stones[p] && !found.includes(r)) found.push(r);
            }
        }
        return { found, liberties };
    }

    function play(p) {
        const { stones, player, ko } = line[line.length - 1];
        if (stones[p] || p === ko) return;
        const after = [...stones], other = player === "black" ? "white" : "black";
        after[p] = player;
        let captured = [];
        for (const q of neighbors(p)) {
            if (after[q] !== other) continue;
            const { found, liberties } = chain(after, q);
            if (liberties.size === 0) {
                captured = captured.concat(found);
                for (const r of found) after[r] = null;
            }
        }
        const own = chain(after, p);
        if (own.liberties.size === 0) return;
        const isKo = captured.length === 1 && own.found.length === 1 && own.liberties.size === 1;
        line.push({ stones: after, player: other, ko: isKo ? captured[0] : -1, last: p });
        draw();
    }

    function draw() {
        const { stones, player, last } = line[line.length - 1];
        svg.innerHTML = first;
        for (const circle of [...svg.querySelectorAll("circle")]) {
            if (Number(circle.getAttribute("r")) > 15) circle.remove();
        }
        stones.forEach((stone, p) => {
            if (!stone) return;
            const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
            const set = (name, value) => circle.setAttribute(name, value);
            set("cx", 48 + 40 * (p % size));
            set("cy", 48 + 40 * Math.floor(p / size));
            set("r", 18.5);
            set("fill", stone === "black" ? "#16161a" : "#fcfcf8");
            set("stroke", p === last ? "#d1381f" : "#43351c");
            set("stroke-width", p === last ? 3 : 1);
            svg.append(circle);
        });
        turn.textContent = ` ${player} to play `;
    }

    const turn = document.createElement("span");
    const button = (text, act) => {
        const made = document.createElement("button");
        made.textContent = text;
        made.addEventListener("click", () => { act(); draw(); });
        return made;
    };
    element.lastElementChild.append(
        button("Undo", () => { if (line.length > 1) line.pop(); }),
        button("Start", () => { line = [start]; }), turn);
    svg.addEventListener("click", (event) => {
        const box = svg.getBoundingClientRect(), unit = svg.viewBox.baseVal.width / box.width;
        const [x, y] = [event.clientX - box.left, event.clientY - box.top].map((d) => Math.floor((d * unit - 28) / 40));
        if (x >= 0 && y >= 0 && x < size && y < size) play(y * size + x);
    });
}

document.querySelectorAll(".board").forEach(board);
fit();
show((Number(location.hash.slice(1)) || 1) - 1, 1);
