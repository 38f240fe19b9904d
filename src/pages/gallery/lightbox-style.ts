import { css } from 'linaria'
import { low, upTo } from '#src/theme/media.ts'
import { color, duration, gutter, size, space, veil } from '#src/theme/tokens.ts'

/** The look of both dialogs for photographs, over that of the library. `--header` and `--strip` are theirs to keep free. */
export const lightbox = css`
  --edge: ${gutter};
  --header: 64px;
  --words: var(--header);
  --toolbar: ${3 * size.target}px;
  --strip: 112px;
  --thumbnail: ${size.strip}px;
  color: ${color.bone};
  background: ${color.lightbox};

  &[data-variant='classic'] {
    --words: 0px;
    background: ${color.night};
  }

  ${upTo('phone')} {
    @media (orientation: portrait) {
      --words: 124px;
    }
  }

  ${low} {
    --header: 52px;
    --strip: 72px;
    --thumbnail: ${size.stripLow}px;
  }

  .yarl__container {
    padding-block-start: var(--words);
    background: none;
    box-shadow: none; /* it has the focus before any of its parts, and needs no mark */
  }

  .yarl__toolbar {
    inset-inline-end: calc(var(--edge) - 13px); /* the sign, not its button, ends where the page's text ends */
    align-items: center;
    block-size: var(--header);
    padding: 0;
  }

  .yarl__button {
    display: grid;
    place-items: center;
    inline-size: ${size.target}px;
    block-size: ${size.target}px;
    padding: 0;
    color: ${color.bone};
    font-size: 22px; /* of the sign */
    filter: none;
    transition: color ${duration.hover}ms;

    &:focus-visible {
      outline: 3px solid ${color.amber};
      outline-offset: -3px;
    }

    &:hover:not(:disabled) {
      color: ${color.amber};
    }

    &:disabled {
      opacity: 0.3;
    }
  }

  .yarl__navigation_prev,
  .yarl__navigation_next {
    inset-block-start: calc(50% + var(--words) / 2);
    inline-size: ${size.arrow}px;
    block-size: ${size.arrow}px;
    margin-inline: ${space.md - 4}px;
    border: 1px solid color-mix(in srgb, ${color.boneSoft} 50%, transparent);
    background: ${veil(60)};
  }

  /* Without a strip, telephones step by arrows too: below the photograph, where the thumb is. */
  &[data-variant='classic'] :is(.yarl__navigation_prev, .yarl__navigation_next) {
    ${upTo('phone')} {
      @media (orientation: portrait) {
        inset-block: auto ${space.md}px;
        transform: none;
      }
    }
  }

  &:not([data-variant='classic']) :is(.yarl__navigation_prev, .yarl__navigation_next) {
    ${upTo('phone')} {
      display: none;
    }
  }
`
