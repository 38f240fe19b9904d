import { color } from './tokens.ts'

/**
 * Every page on paper: ink on white, whatever a part wears on the screen, smaller, nothing that moves or waits for a
 * hand, no picture cut in two. These rules outweigh the parts' own, so that no text is lost when a part forgets paper.
 */
export const printStyles = `
  :where(body) {
    zoom: 0.75; /* 17 px are large on paper */
  }

  *,
  ::before,
  ::after {
    animation: none !important;
    background: none !important;
    box-shadow: none !important;
    color: ${color.ink} !important;
    transition: none !important;
  }

  main * {
    opacity: 1 !important;
    transform: none !important;
  }

  :is(nav, form, button:not(:has(img)), dialog, [role='dialog'], video, iframe, [href^='#']) {
    display: none !important;
  }

  /* A picture under its words on the screen stands beside them on paper. */
  main ul:has(> li > article) {
    display: block !important;
  }

  main article {
    display: grid !important;
    grid-template-columns: 1fr 2fr !important;
    align-items: center !important;
    column-gap: 32px;
    min-block-size: 0 !important;
    padding: 0 0 16px !important;

    img {
      position: static !important;
      block-size: auto !important;
      aspect-ratio: 3 / 2;
    }
  }

  /* Many pictures become an index. */
  main ul:has(> :nth-child(24) img) {
    grid-template-columns: repeat(6, minmax(0, 1fr)) !important;
  }

  :is(li, img, article, blockquote) {
    break-inside: avoid;
  }

  :is(h2, h3) {
    break-after: avoid;
  }

  p {
    orphans: 3;
    widows: 3;
  }

  /* Where a link leads that leaves the site: paper cannot be clicked. A way on a map is the address beside it. */
  main a[target='_blank'] {
    block-size: auto !important;
  }

  main a[target='_blank']:not([href*='/maps/'])::after {
    content: attr(href);
    display: block;
    margin-block-start: 6px;
    font-size: 11px;
    line-height: 1.3;
    overflow-wrap: anywhere;
  }

  main a[href*='/maps/'] {
    display: none !important;
  }
`
