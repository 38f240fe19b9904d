import { color } from './tokens.ts'

/**
 * Print styles of all pages: dark text on white, smaller, without animations and interactive elements, and without page
 * breaks inside pictures. `!important` overrides the styles of components that have no print styles.
 */
export const printStyles = `
  :where(body) {
    zoom: 0.75; /* 17 px is large on paper */
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

  /* Service panels: the picture is beside the text instead of behind it. */
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

  /* Lists of many pictures become a contact sheet. */
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

  /* Prints the URL of external links. Links to a map are hidden, because the address is beside them. */
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
