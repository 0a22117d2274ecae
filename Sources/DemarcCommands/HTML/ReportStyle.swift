/// The style of all reports: one column of text, light or dark according to the reader's preference, for phones and
/// print as well.
///
/// Color never conveys anything that words do not. Each pair of colors has a contrast of at least 4.5 to 1, which a
/// test measures.
enum ReportStyle {
    static let text: StaticString = """
        :root {
          color-scheme: light dark;
          --page: #fbfbfa; --card: #ffffff; --ink: #1c2024; --soft: #5a6169; --line: #dcdfe3; --link: #0b57a4;
          --code: #f0f1f3;
          --error: #a61b1b; --error-back: #fdecec;
          --warning: #7a4b00; --warning-back: #fdf3dc;
          --note: #0f5c6b; --note-back: #e4f4f6;
          --accepted: #4d5560; --accepted-back: #eceef1;
          --closed: #2f6b3a; --closed-back: #e6f3e8;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #15181b; --card: #1d2125; --ink: #e8eaed; --soft: #a9b1ba; --line: #353b42; --link: #8fc0ff;
            --code: #2a3036;
            --error: #ffaaa5; --error-back: #3d1f1f;
            --warning: #f3c97a; --warning-back: #3a2e14;
            --note: #8bd5e2; --note-back: #14333a;
            --accepted: #b9c1ca; --accepted-back: #2b3138;
            --closed: #8fd19e; --closed-back: #1b3322;
          }
        }
        * { box-sizing: border-box; }
        html { scroll-behavior: smooth; scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
        @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
        body {
          margin: 0 auto; padding: 0 1.25rem 4rem; max-width: 64rem; background: var(--page); color: var(--ink);
          font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
          overflow-wrap: anywhere;
        }
        header { padding: 2.5rem 0 .5rem; }
        h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
        h1 { font-size: clamp(1.7rem, 5vw, 2.5rem); margin: .1rem 0 .5rem; letter-spacing: -.015em; }
        h2 { font-size: 1.35rem; margin: 0 0 .35rem; }
        h3 { font-size: 1rem; margin: 1.25rem 0 .35rem; }
        p { margin: 0 0 .6rem; }
        section { margin-top: 2.75rem; }
        a { color: var(--link); text-underline-offset: .15em; }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
        code, bdi { unicode-bidi: isolate; }
        code {
          font: .875em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
          background: var(--code); padding: .1em .35em; border-radius: 4px;
        }
        .skip { position: absolute; left: -100rem; }
        .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem 1rem; z-index: 2; }
        .eyebrow, .lead, .meaning, .facts, .rest, footer { color: var(--soft); }
        .eyebrow { margin: 0 0 .4rem; font-size: .95rem; }
        .claim { font-size: 1.1rem; }
        .counts { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; margin: 1rem 0; }
        .counts li { padding: .3rem .8rem; border-radius: 99rem; }
        nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
        .error { --tone: var(--error); --tone-back: var(--error-back); }
        .warning { --tone: var(--warning); --tone-back: var(--warning-back); }
        .note { --tone: var(--note); --tone-back: var(--note-back); }
        .accepted { --tone: var(--accepted); --tone-back: var(--accepted-back); }
        .proven { --tone: var(--closed); --tone-back: var(--closed-back); }
        .counts li, .badge { color: var(--tone); background: var(--tone-back); }

        .changes { list-style: none; counter-reset: change; padding: 0; margin: 1rem 0 0; display: grid; gap: .6rem; }
        .changes li {
          counter-increment: change; position: relative; background: var(--card); border: 1px solid var(--line);
          border-radius: 10px; padding: .65rem 1rem .65rem 3.4rem;
          display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 4fr); gap: .1rem 1.5rem; align-items: baseline;
        }
        .changes li::before {
          content: counter(change); position: absolute; left: 1rem; top: .65rem; width: 1.6rem; height: 1.6rem;
          border-radius: 50%; background: var(--ink); color: var(--page); text-align: center; font-weight: 600;
          font-size: .85rem; line-height: 1.6rem;
        }
        .changes p { margin: 0; }
        .changes .what { font-weight: 600; }
        .changes .why { color: var(--soft); font-size: .95rem; }

        .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
        table { border-collapse: collapse; width: 100%; font-size: .95rem; }
        th, td { text-align: left; vertical-align: top; padding: .5rem .8rem; border-bottom: 1px solid var(--line); }
        tbody tr:last-child > * { border-bottom: 0; }
        td, tbody th { min-width: 8rem; }
        td.address { min-width: 15rem; }
        thead th { white-space: nowrap; background: var(--code); font-weight: 600; }
        tbody th { font-weight: 500; }
        .flows thead th { white-space: normal; min-width: 9rem; }
        .flows td { min-width: 9rem; }
        .flows tbody th { position: sticky; left: 0; background: var(--card); min-width: 9rem; }
        td.error, td.warning, td.note, td.accepted { background: var(--tone-back); color: var(--tone); }
        td.error, tr.error td { font-weight: 600; }
        tr.error td { background: var(--error-back); }
        td a { color: inherit; }
        td.closed { color: var(--closed); }

        svg { display: block; max-width: none; margin: 1rem; }
        svg text { fill: var(--ink); font-size: 14px; }
        svg rect { fill: var(--code); stroke: var(--line); }
        svg .sink rect { fill: var(--card); stroke: var(--soft); }
        svg path { fill: none; stroke: var(--tone); stroke-width: 2; }
        svg path.warning { stroke-dasharray: 6 5; }

        .path { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 8px; }
        .path + .path { margin-top: .5rem; }
        .path summary {
          cursor: pointer; padding: .65rem .9rem; display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline;
          list-style: none;
        }
        .path summary::-webkit-details-marker { display: none; }
        .path summary::before { content: "▸" / ""; color: var(--soft); width: 1ch; }
        .path[open] summary::before { content: "▾" / ""; }
        .path .route { flex: 1 1 16rem; }
        .badge { border-radius: 5px; padding: .05rem .5rem; font-size: .85rem; font-weight: 600; min-width: 4.6rem; text-align: center; }
        .facts { font-size: .9rem; }
        .inside { padding: .2rem 1rem .8rem 2.2rem; border-top: 1px solid var(--line); scroll-margin-top: 4rem; }
        dl { display: grid; grid-template-columns: 6.5rem 1fr; gap: .35rem 1rem; margin: .7rem 0 0; }
        dt { color: var(--soft); }
        dd { margin: 0; min-width: 0; }
        dd p { margin: 0 0 .25rem; }
        .steps { margin: 0; padding-left: 1.2rem; }
        .verdict { font-weight: 600; }
        .id { font-size: .75rem; }

        .tools { display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; align-items: end; margin: .8rem 0; }
        .tools label, .tools legend { display: block; font-size: .9rem; color: var(--soft); padding: 0; }
        .tools fieldset { border: 0; padding: 0; margin: 0; }
        .tools fieldset label { display: inline-flex; gap: .35rem; margin-right: .8rem; color: var(--ink); font-size: 1rem; }
        input, select, button {
          font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: 6px;
          padding: .35rem .6rem; max-width: 100%;
        }
        button { cursor: pointer; }
        button:disabled { color: var(--soft); cursor: default; }
        .result {
          position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center;
          justify-content: space-between; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
          padding: .6rem 1rem; margin-bottom: .6rem;
        }
        .result output { font-weight: 600; }
        #what-if details { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin-top: .5rem; }
        #what-if summary { cursor: pointer; padding: .65rem 1rem; font-weight: 600; }
        .choices {
          display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: .9rem 1.2rem;
          padding: .4rem 1rem 1rem;
        }
        .choices label { display: flex; flex-direction: column; gap: .2rem; justify-content: space-between; }
        .choices code { align-self: flex-start; }
        .choices .meaning { font-size: .85rem; }
        .changed { border-color: var(--link); outline: 2px solid var(--link); }
        .gone .route, .gone .facts { text-decoration: line-through; }
        .gone .badge::after { content: ", closed"; }
        [hidden] { display: none !important; }
        footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .9rem; }

        @media (max-width: 40rem) {
          body { padding: 0 .9rem 3rem; }
          header { padding-top: 1.5rem; }
          dl { grid-template-columns: 1fr; gap: .1rem; }
          dd { margin-bottom: .6rem; }
          .inside { padding-left: 1rem; }
          .changes li { padding-left: 3rem; grid-template-columns: 1fr; }
          .changes li::before { left: .7rem; }
        }
        @media print {
          :root {
            --page: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --code: #f2f2f2; --link: #000;
            --error: #8a1010; --error-back: #fff; --warning: #6b4200; --warning-back: #fff;
            --note: #0b4a57; --note-back: #fff; --accepted: #444; --accepted-back: #fff; --closed: #2f6b3a;
            --closed-back: #fff;
          }
          body { max-width: none; font-size: 10.5pt; }
          nav, .skip, .tools, #what-if { display: none; }
          .scroll { overflow: visible; }
          .path, .changes li, tr { break-inside: avoid; }
          .path::details-content { content-visibility: visible; display: block; block-size: auto; }
          .changes li { grid-template-columns: 1fr; }
          svg { max-width: calc(100% - 2rem); height: auto; }
        }
        """
}
