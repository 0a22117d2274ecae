// A page with three resources that goes on to the next one when it is loaded.
addEventListener("load", () => {
    const parameters = new URLSearchParams(location.search);
    const left = Number(parameters.get("left"));
    if (left > 0) setTimeout(() => location.replace(`/run?left=${left - 1}&round=${parameters.get("round")}`), 0);
});
