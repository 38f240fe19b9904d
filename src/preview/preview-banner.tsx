import { css } from 'linaria'
import { type PreviewState, previewPaths } from '#server/preview/contract.ts'
import { readAloud } from '#src/components/visually-hidden.ts'
import { print, upTo } from '#src/theme/media.ts'
import { color, layer, size, space } from '#src/theme/tokens.ts'
import { labelType, noteType } from '#src/theme/type.ts'
import { actionType } from './action.ts'
import { edge } from './edge.ts'
import { Notice, type PreviewProblem } from './notice.tsx'
import { Unpublished } from './unpublished.tsx'

interface PreviewBannerProps {
  /** Absent until it is known. */
  readonly state: PreviewState | undefined
  readonly problem: PreviewProblem | undefined
  /** The page's, with its query. */
  readonly path: string
  /** Asks for everything anew. */
  readonly askAgain: () => void
  /** Contentful shows the page: there one leaves by leaving the entry. */
  readonly isFramed: boolean
}

/**
 * Says that this is a preview, what is not published, and how to leave. At the bottom, so that the page begins as it
 * does for visitors. Its words stand here and not in the CMS: they are for editors, and must be there when it is not.
 */
export const PreviewBanner = ({ state, problem, path, askAgain, isFramed }: PreviewBannerProps) => (
  <section className={banner} aria-label="Preview">
    <Notice problem={problem} path={path} askAgain={askAgain} />
    {problem !== 'ended' && (
      <div className={bar}>
        <p className={name}>Preview</p>
        <p className={meaning}>Visitors see only what is published.</p>
        {state && <Unpublished state={state} isFramed={isFramed} />}
        {!isFramed && (
          <a className={leave} href={`${previewPaths.leave}?path=${encodeURIComponent(path)}`}>
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
  ${noteType}
  position: sticky;
  z-index: ${layer.snackBar};
  inset-block-end: 0;
  order: 1;
  background: ${color.amber};
  color: ${color.ink};

  :global() {
    /* What the keyboard goes to does not stop below it. A padding of the root would scroll the page for the banner too. */
    :root[data-preview] :where(#root *) {
      scroll-margin-block-end: ${size.target + space.lg}px;
    }

    :root[data-preview] body {
      display: flex;
      flex-direction: column;
    }

    :root[data-preview] [data-snack-bar] {
      margin-block-end: ${size.target}px;
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
  min-block-size: ${size.target}px;
  padding-inline: ${edge};
  padding-block-end: env(safe-area-inset-bottom);

  ${upTo('phone')} {
    column-gap: 12px;
  }
`

const name = css`
  ${labelType}
  flex: none;
  padding: 3px ${space.xs}px;
  background: ${color.ink};
  color: ${color.amber};
  font-size: 14px;
`

const meaning = css`
  margin-inline-end: auto;

  ${upTo('phone')} {
    ${readAloud}
  }
`

const leave = css`
  ${actionType}
  white-space: pre;

  &:hover {
    text-decoration-thickness: 2px;
  }

  ${upTo('phone')} {
    margin-inline-start: auto;
  }
`

const onWide = css`
  ${upTo('phone')} {
    display: none;
  }
`
