import { css } from 'linaria'
import { fontFaces } from './fonts.ts'
import { forcedColors, print, reducedMotion } from './media-queries.ts'
import { printStyles } from './print-styles.ts'
import { color, font, size } from './tokens.ts'
import { rem } from './typography.ts'

/**
 * Rules for the focal point and the placeholder color of a picture, which are data attributes
 * (src/components/picture.tsx) because the Content-Security-Policy forbids `style` attributes. There is one rule per
 * digit: one per value would be thousands. They have a higher specificity than a class.
 */
export const pictureAttributeRules = [
  ':root [data-focus] { object-position: calc(var(--x) + var(--i)) calc(var(--y) + var(--j)) }',
  ...numbersTo(10).flatMap((tens) => [
    `[data-focus^='${tens}-'] { --x: ${tens}0% }`,
    `[data-focus*=' ${tens}-'] { --y: ${tens}0% }`,
  ]),
  ...numbersTo(9).flatMap((ones) => [
    `[data-focus*='-${ones} '] { --i: ${ones}% }`,
    `[data-focus$='-${ones}'] { --j: ${ones}% }`,
  ]),
  ':root [data-color] { background-color: rgb(var(--r) var(--g) var(--b)) }',
  ...numbersTo(7).flatMap((level) => [
    `[data-color^='${level}'] { --r: ${Math.round((level * 255) / 7)} }`,
    `[data-color*='-${level}-'] { --g: ${Math.round((level * 255) / 7)} }`,
    `[data-color$='${level}'] { --b: ${Math.round((level * 255) / 7)} }`,
  ]),
].join('\n')

function numbersTo(last: number): readonly number[] {
  return Array.from({ length: last + 1 }, (_, number) => number)
}

/** Reset, typography and focus styles. `:where()` gives them a lower specificity than any class. */
export const globalStyles = css`
  :global() {
    ${fontFaces}

    *,
    ::before,
    ::after {
      box-sizing: border-box;
    }

    :where(html) {
      scroll-padding-block-start: ${size.navigationBar}px;
      text-size-adjust: 100%;
      -webkit-text-size-adjust: 100%;
    }

    :where(body) {
      background: ${color.bone};
      color: ${color.ink};
      font: 400 ${rem(17)}/1.6 ${font.text};
      overflow-wrap: anywhere;
      text-align: left;
      -webkit-font-smoothing: antialiased;
      -moz-osx-font-smoothing: grayscale; /* the same for Firefox on macOS */
    }

    :where(body, h1, h2, h3, p, ul, ol, dl, dd, figure) {
      margin: 0;
    }

    /* Text in another direction does not affect the text around it or its alignment. */
    :where(h1, h2, h3, p, li, a, button, label, span, strong, input, textarea),
    ::placeholder {
      unicode-bidi: plaintext;
    }

    :where(ul, ol) {
      padding: 0;
      list-style: none;
    }

    :where(h1, h2, h3, button) {
      font: inherit;
    }

    :where(a) {
      color: inherit;
      text-decoration: none;
    }

    :where(button) {
      border: 0;
      padding: 0;
      border-radius: 0;
      background: none;
      color: inherit;
      cursor: pointer;
    }

    :where(picture) {
      display: contents;
    }

    :where(img, video, svg, iframe) {
      display: block;
      max-inline-size: 100%;
    }

    :where(img, video) {
      block-size: auto;
    }

    ${pictureAttributeRules}

    :focus-visible {
      outline: 3px solid ${color.amber};
      outline-offset: 2px;
      box-shadow: 0 0 0 2px ${color.ink}; /* amber alone has too little contrast on bone */
    }

    main:focus {
      outline: none;
      box-shadow: none;
    }

    ::selection {
      background: ${color.amber};
      color: ${color.ink};
    }

    ${reducedMotion} {
      *,
      ::before,
      ::after,
      ::backdrop {
        animation-duration: 0.01ms !important;
        animation-iteration-count: 1 !important;
        transition-duration: 0s !important;
        scroll-behavior: auto !important;
      }
    }

    /* The visitor's colors replace backgrounds, so that only an edge shows buttons. Pictures can be behind them. */
    ${forcedColors} {
      button {
        border: 1px solid ButtonText !important;
        background: ButtonFace !important;
      }
    }

    @page {
      margin: 14mm;
    }

    ${print} {
      ${printStyles}
    }
  }
`
