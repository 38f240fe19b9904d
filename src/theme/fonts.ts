import { css } from 'linaria'

/**
 * The two web fonts and metric-compatible local fallbacks that avoid a layout shift while they load. `size-adjust` is
 * the ratio of the average widths, weighted by English text. The overrides are the web font's ascent and descent
 * divided by `size-adjust`. Liberation has the widths of Arial; Archivo Narrow has those of Arial Narrow.
 */
export const fontFaces = css`
  :global() {
    @font-face {
      font-family: 'Archivo Narrow Variable';
      font-weight: 400 700;
      font-display: swap;
      src: url('@fontsource-variable/archivo-narrow/files/archivo-narrow-latin-wght-normal.woff2') format('woff2');
    }

    @font-face {
      font-family: 'Archivo Variable';
      font-weight: 100 900;
      font-display: swap;
      src: url('@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2') format('woff2');
    }

    @font-face {
      font-family: 'Archivo Narrow Fallback';
      font-weight: 400 700;
      src: local('Arial Narrow Bold'), local('Liberation Sans Narrow Bold');
      size-adjust: 100%;
      ascent-override: 103.5%;
      descent-override: 31.2%;
      line-gap-override: 0%;
    }

    @font-face {
      font-family: 'Archivo Narrow Fallback Wide';
      font-weight: 400 700;
      src: local('Arial Bold'), local('Liberation Sans Bold'), local('Helvetica Bold');
      size-adjust: 82.01%;
      ascent-override: 126.2%;
      descent-override: 38.04%;
      line-gap-override: 0%;
    }

    @font-face {
      font-family: 'Archivo Fallback';
      font-weight: 100 500;
      src: local('Arial'), local('Liberation Sans'), local('Helvetica');
      size-adjust: 97.55%;
      ascent-override: 90.01%;
      descent-override: 21.53%;
      line-gap-override: 0%;
    }

    @font-face {
      font-family: 'Archivo Fallback';
      font-weight: 600 900;
      src: local('Arial Bold'), local('Liberation Sans Bold'), local('Helvetica Bold');
      size-adjust: 93.76%;
      ascent-override: 93.64%;
      descent-override: 22.4%;
      line-gap-override: 0%;
    }
  }
`
