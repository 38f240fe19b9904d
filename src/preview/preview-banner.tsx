import { css } from 'linaria'
import { type PreviewState, previewApiPaths } from '#shared/preview-contract.ts'
import { visuallyHiddenStyle } from '#src/components/visually-hidden.ts'
import { print, upToWidth } from '#src/theme/media-queries.ts'
import { color, size, space, zIndex } from '#src/theme/tokens.ts'
import { labelStyle, noteStyle, rem } from '#src/theme/typography.ts'
import { bannerActionStyle, bannerInset } from './banner-styles.ts'
import { type PreviewError, PreviewNotice } from './preview-notice.tsx'
import { UnpublishedPanel } from './unpublished-panel.tsx'

interface PreviewBannerProps {
  /** `undefined` until it is fetched. */
  readonly state: PreviewState | undefined
  readonly error: PreviewError | undefined
  /** Path of the page, with its query. */
  readonly path: string
  /** Refetches preview state and content. */
  readonly onRetry: () => void
  /** Whether the page is in Contentful's frame. The published page, which no frame may show, is then in a new tab. */
  readonly isFramed: boolean
}

/**
 * Tells editors that the page is a preview, what is not published, and how to leave. It is at the bottom, so that the page
 * starts at the same position as for visitors. Its texts are not CMS content, because they are needed when the CMS fails.
 */
export const PreviewBanner = ({ state, error, path, onRetry, isFramed }: PreviewBannerProps) => (
  <section className={banner} aria-label="Preview">
    <PreviewNotice error={error} path={path} onRetry={onRetry} />
    {error !== 'ended' && (
      <div className={isFramed ? `${bar} ${framedBar}` : bar}>
        <p className={label}>Preview</p>
        <p className={description}>Visitors see only what is published.</p>
        {state && <UnpublishedPanel state={state} isFramed={isFramed} />}
        <a
          className={leaveLink}
          href={`${previewApiPaths.leave}?path=${encodeURIComponent(path)}`}
          target={isFramed ? '_blank' : undefined}
          rel="noopener"
        >
          {isFramed ? (
            'See the published page'
          ) : (
            <>
              <span>Leave</span>
              <span className={wideOnly}> preview</span>
            </>
          )}
        </a>
      </div>
    )}
  </section>
)

/**
 * Covers the navigation and is covered by the snack bar, which is later in the document. The banner is first in reading
 * order and last in visual order, so that it does not cover the end of the page.
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
    /* Keeps focused elements above the banner. A scroll padding of the root would also apply to the banner. */
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

/** The link to the published page is long. */
const framedBar = css`
  ${upToWidth('phone')} {
    flex-wrap: wrap;
    row-gap: 0;
  }
`

const label = css`
  ${labelStyle}
  flex: none;
  padding: 3px ${space.xs}px;
  background: ${color.ink};
  color: ${color.amber};
  font-size: ${rem(14)};
`

const description = css`
  margin-inline-end: auto;

  ${upToWidth('phone')} {
    ${visuallyHiddenStyle}
  }
`

const leaveLink = css`
  ${bannerActionStyle}
  white-space: pre;

  &:hover {
    text-decoration-thickness: 2px;
  }

  ${upToWidth('phone')} {
    margin-inline-start: auto;
  }
`

const wideOnly = css`
  ${upToWidth('phone')} {
    display: none;
  }
`
