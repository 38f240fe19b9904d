import { css } from 'linaria'
import { forcedColors } from '#src/theme/media-queries.ts'
import { color, size, space } from '#src/theme/tokens.ts'
import { bannerActionStyle, bannerInset } from './banner-styles.ts'
import type { DraftError } from './draft-status-store.ts'

/** `no list`: the list of unpublished entries cannot be read. `ended`: the preview session is no longer valid. */
export type PreviewError = DraftError | 'no list' | 'ended'

interface PreviewNoticeProps {
  readonly error: PreviewError | undefined
  /** The path of the page, with its query. */
  readonly path: string
  readonly onRetry: () => void
}

/** Shows an error of the preview with its action. The live region is always rendered, so that errors are announced. */
export function PreviewNotice({ error, path, onRetry }: PreviewNoticeProps) {
  return (
    <div className={root} data-problem={error}>
      <p role="status">{error && texts[error]}</p>
      {(error === 'unread' || error === 'no list') && (
        <button className={action} type="button" onClick={onRetry}>
          Try again
        </button>
      )}
      {error === 'ended' && (
        <a className={action} href={path}>
          Show the published page
        </a>
      )}
    </div>
  )
}

const texts = {
  unread: 'Drafts cannot be read at the moment: the page may show older content.',
  unfinished:
    'Something that the page needs is missing or is not valid: that part is not shown as it stands in Contentful.',
  'no list': 'The list of what is not published cannot be read at the moment.',
  ended: 'This preview has ended. To come back, open the preview from Contentful again.',
} as const

const root = css`
  &[data-problem] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    column-gap: ${space.sm}px;
    min-block-size: ${size.touchTarget}px;
    padding-inline: ${bannerInset};
    background: ${color.clay};
    color: ${color.bone};
  }

  &[data-problem] > p {
    flex: 1 1 16em;
    padding-block: ${space.xs}px;
  }

  &[data-problem='ended'] {
    padding-block-end: env(safe-area-inset-bottom);
  }

  ${forcedColors} {
    &[data-problem] {
      border-block-start: 1px solid;
    }
  }
`

const action = css`
  ${bannerActionStyle}
  flex: none;
`
