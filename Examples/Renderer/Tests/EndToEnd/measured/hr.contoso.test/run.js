// A page with three resources that goes to the next page when it is loaded, or also painted.
addEventListener("load", () => {
    const parameters = new URLSearchParams(location.search);
    const left = Number(parameters.get("left"));
    if (left === 0) return;
    parameters.set("left", left - 1);
    const next = () => setTimeout(() => location.replace(`/run?${parameters}`), 0);
    // The second frame starts when the first was handed to the compositor.
    if (parameters.get("until") === "frame") requestAnimationFrame(() => requestAnimationFrame(next));
    else next();
});
