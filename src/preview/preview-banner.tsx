import { css } from 'linaria'
import { type PreviewState, previewApiPaths } from '#server/preview/contract.ts'
import { visuallyHiddenStyle } from '#src/components/visually-hidden.ts'
import { print, upToWidth } from '#src/theme/media-queries.ts'
import { color, size, space, zIndex } from '#src/theme/tokens.ts'
import { labelStyle, noteStyle } from '#src/theme/typography.ts'
import { bannerActionStyle, bannerInset } from './banner-styles.ts'
import { type PreviewError, PreviewNotice } from './preview-notice.tsx'
import { UnpublishedPanel } from './unpublished-panel.tsx'

interface PreviewBannerProps {
  /** Absent until it is known. */
  readonly state: PreviewState | undefined
  readonly error: PreviewError | undefined
  /** The page's, with its query. */
  readonly path: string
  /** Asks for everything anew. */
  readonly onRetry: () => void
  /** Contentful shows the page: there one leaves by leaving the entry. */
  readonly isFramed: boolean
}

/**
 * Says that this is a preview, what is not published, and how to leave. At the bottom, so that the page begins as it
 * does for visitors. Its words stand here and not in the CMS: they are for editors, and must be there when it is not.
 */
export const PreviewBanner = ({ state, error, path, onRetry, isFramed }: PreviewBannerProps) => (
  <section className={banner} aria-label="Preview">
    <PreviewNotice error={error} path={path} onRetry={onRetry} />
    {error !== 'ended' && (
      <div className={bar}>
        <p className={name}>Preview</p>
        <p className={meaning}>Visitors see only what is published.</p>
        {state && <UnpublishedPanel state={state} isFramed={isFramed} />}
        {!isFramed && (
          <a className={leave} href={`${previewApiPaths.leave}?path=${encodeURIComponent(path)}`}>
            Leave<span className={onWide}> preview</span>
          </a>
        )}
      </div>
    )}
  </section>
)

/**
 * Below the snack bar, which comes later on the page, and above the navigation. First in the order of reading, it comes
 * last to the eye, so that the page's end stays above it however high it is.
 */
const banner = css`
  ${noteStyle}
  position: sticky;
  z-index: ${zIndex.snackBar};
  inset-block-end: 0;
  order: 1;
  background: ${color.amber};
  color: ${color.ink};

  :global() {
    /* What the keyboard goes to does not stop below it. A padding of the root would scroll the page for the banner too. */
    :root[data-preview] :where(#root *) {
      scroll-margin-block-end: ${size.touchTarget + space.lg}px;
    }

    :root[data-preview] body {
      display: flex;
      flex-direction: column;
    }

    :root[data-preview] [data-snack-bar] {
      margin-block-end: ${size.touchTarget}px;
    }

    ${print} {
      :root[data-preview] body {
        display: block;
      }
    }
  }

  ${print} {
    display: none;
  }
`

const bar = css`
  display: flex;
  align-items: center;
  gap: ${space.sm}px;
  min-block-size: ${size.touchTarget}px;
  padding-inline: ${bannerInset};
  padding-block-end: env(safe-area-inset-bottom);

  ${upToWidth('phone')} {
    column-gap: 12px;
  }
`

const name = css`
  ${labelStyle}
  flex: none;
  padding: 3px ${space.xs}px;
  background: ${color.ink};
  color: ${color.amber};
  font-size: 14px;
`

const meaning = css`
  margin-inline-end: auto;

  ${upToWidth('phone')} {
    ${visuallyHiddenStyle}
  }
`

const leave = css`
  ${bannerActionStyle}
  white-space: pre;

  &:hover {
    text-decoration-thickness: 2px;
  }

  ${upToWidth('phone')} {
    margin-inline-start: auto;
  }
`

const onWide = css`
  ${upToWidth('phone')} {
    display: none;
  }
`
