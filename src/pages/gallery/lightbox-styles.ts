import { css } from 'linaria'
import { print, shortViewport, smallViewport, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, gutter, inkAlpha, size, space } from '#src/theme/tokens.ts'

/** Styles of both photo dialogs, on top of the library's. `--header` and `--strip` are the heights of the bars. */
export const lightboxRoot = css`
  --edge: ${gutter};
  --header: 64px;
  --caption: var(--header);
  --toolbar: ${3 * size.touchTarget}px;
  --strip: 112px;
  --thumbnail: ${size.stripThumbnail}px;
  color: ${color.bone};
  background: ${color.lightbox};

  &[data-variant='classic'] {
    --caption: 0px;
    background: ${color.backdrop};
  }

  ${upToWidth('phone')} {
    @media (orientation: portrait) {
      --caption: 124px;
    }
  }

  ${shortViewport} {
    --header: 52px;
    --strip: 72px;
    --thumbnail: ${size.stripThumbnailShort}px;
  }

  /* The text is below the buttons, and there is no strip. */
  ${smallViewport} {
    --header: ${size.touchTarget}px;
    --caption: calc(var(--header) + clamp(36px, 22vh, 72px));
    --strip: 0px;

    &[data-variant='classic'] {
      --caption: 0px;
    }
  }

  .yarl__container {
    padding-block-start: var(--caption);
    background: none;
    box-shadow: none; /* the dialog has the initial focus: no focus ring */
  }

  .yarl__toolbar {
    inset-inline-end: calc(var(--edge) - 13px); /* aligns the icon, not its button, with the page's text */
    align-items: center;
    block-size: var(--header);
    padding: 0;
  }

  .yarl__button {
    display: grid;
    place-items: center;
    inline-size: ${size.touchTarget}px;
    block-size: ${size.touchTarget}px;
    padding: 0;
    color: ${color.bone};
    font-size: 22px; /* icon */
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
    inset-block-start: calc(50% + var(--caption) / 2);
    inline-size: ${size.arrowButton}px;
    block-size: ${size.arrowButton}px;
    margin-inline: ${space.md - 4}px;
    border: 1px solid color-mix(in srgb, ${color.boneSoft} 50%, transparent);
    background: ${inkAlpha(60)};
  }

  /* The classic dialog has no strip, so that phones get arrows too: below the photo, within reach of the thumb. */
  &[data-variant='classic'] :is(.yarl__navigation_prev, .yarl__navigation_next) {
    ${upToWidth('phone')} {
      @media (orientation: portrait) {
        inset-block: auto ${space.md}px;
        transform: none;
      }
    }
  }

  &:not([data-variant='classic']) :is(.yarl__navigation_prev, .yarl__navigation_next) {
    ${upToWidth('phone')} {
      display: none;
    }
  }

  /* Only the photo and its caption are printed, not the page behind the dialog. */
  ${print} {
    :global(body:has(> .yarl__portal) > :not(.yarl__portal)) {
      display: none !important;
    }

    &&,
    .yarl__container,
    .yarl__carousel,
    .yarl__slide_current,
    .yarl__slide_wrapper {
      position: static;
      display: block !important;
      inline-size: auto;
      block-size: auto;
      margin: 0;
      padding: 0;
      overflow: visible;
      transform: none !important;
    }

    .yarl__slide:not(.yarl__slide_current),
    ul {
      display: none !important;
    }
  }
`
