import { css } from 'linaria'
import { useId } from 'react'
import { type PreviewState, previewApiPaths } from '#shared/preview-contract.ts'
import { ExternalLink } from '#src/components/external-link.tsx'
import { forcedColors } from '#src/theme/media-queries.ts'
import { color, inkAlpha, size, space } from '#src/theme/tokens.ts'
import { labelStyle, rem } from '#src/theme/typography.ts'
import { bannerInset } from './banner-styles.ts'

interface UnpublishedListProps {
  readonly state: PreviewState
  /** Whether the page is in Contentful's frame. */
  readonly isFramed: boolean
}

/** A link to the content report, then rejected redirects and unpublished entries with links to the CMS. */
export function UnpublishedList({ state, isFramed }: UnpublishedListProps) {
  const { unpublished, refused, rebuildProblem } = state
  const [entriesId, refusedId] = [useId(), useId()]
  return (
    <div className={panel}>
      <p className={reportLink}>
        {/* Inside Contentful it opens in the frame: another tab does not have the partitioned cookie. */}
        {isFramed ? (
          <a href={previewApiPaths.report} className={anchor}>
            Content report
          </a>
        ) : (
          <ExternalLink href={previewApiPaths.report} newTabLabel={NEW_TAB_LABEL} className={anchor}>
            Content report
          </ExternalLink>
        )}
      </p>
      {rebuildProblem !== null && (
        <p
          className={problem}
        >{`Visitors still see older pages, because the last rebuild failed: ${rebuildProblem}`}</p>
      )}
      {refused.length > 0 && (
        <>
          <p id={refusedId} className={heading}>
            Redirects without effect
          </p>
          <ul aria-labelledby={refusedId}>
            {refused.map(({ id, title, link, reason }) => (
              <li key={id} className={item}>
                <EntryLink title={title} link={link} />
                <span className={rejectionReason}>{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p id={entriesId} className={heading}>
        {unpublished.length === 0 ? 'Visitors see everything that you see here' : 'Not yet for visitors'}
      </p>
      {unpublished.length > 0 && (
        <ul aria-labelledby={entriesId}>
          {unpublished.map(({ id, type, title, state, link, missingField }) => (
            <li key={`${type} ${id}`} className={item}>
              <EntryLink title={title} link={link} />
              <span className={entryType}>{type}</span>
              {missingField && <span className={rejectionReason}>{`Not shown here: ${missingField} is missing`}</span>}
              <span className={stateBadge} data-state={state}>
                {states[state]}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const EntryLink = ({ title, link }: { readonly title: string; readonly link: string }) => (
  <ExternalLink href={link} newTabLabel={NEW_TAB_LABEL} className={anchor}>
    {title}
  </ExternalLink>
)

const NEW_TAB_LABEL = '(opens in a new tab)'

const states = { draft: 'Draft', changed: 'Changed' } as const

const panel = css`
  position: absolute;
  inset-block-end: 100%;
  inset-inline: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  max-block-size: min(60svh, 560px);
  padding: ${space.md}px ${bannerInset} ${space.sm}px;
  background: ${color.paper};
  box-shadow: 0 -6px 24px ${inkAlpha(35)};

  ${forcedColors} {
    border-block-start: 2px solid;
  }
`

const problem = css`
  margin-block-end: ${space.sm}px;
  border-inline-start: 4px solid ${color.clay};
  padding-inline-start: ${space.sm}px;
`

const heading = css`
  ${labelStyle}
  font-size: ${rem(14)};

  ul + & {
    margin-block-start: ${space.md}px;
  }
`

/** Padding in px that makes a line of text as high as a touch target. */
const LINE_PADDING = (size.touchTarget - 22) / 2

const item = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  column-gap: ${space.sm}px;
  border-block-end: 1px solid ${color.hairlineOnBone};
`

const anchor = css`
  display: inline-block;
  max-inline-size: 100%;
  padding-block: ${LINE_PADDING}px;
  font-weight: 600;
  text-decoration: underline;
  text-underline-offset: 4px;

  &:hover {
    text-decoration-thickness: 2px;
  }
`

const entryType = css`
  padding-block-end: ${LINE_PADDING}px;
  color: ${color.inkSoft};
`

const rejectionReason = css`
  padding-block-end: ${LINE_PADDING}px;
  color: ${color.clay};
`

const stateBadge = css`
  ${labelStyle}
  margin-block-end: ${LINE_PADDING}px;
  margin-inline-start: auto;
  border: 1px solid;
  padding: 2px ${space.xs}px;
  font-size: ${rem(13)};

  &[data-state='draft'] {
    border-color: ${color.ink};
    background: ${color.ink};
    color: ${color.bone};
  }
`

const reportLink = css`
  margin-block-end: ${space.xs}px;
`
