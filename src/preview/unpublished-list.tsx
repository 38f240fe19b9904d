import { css } from 'linaria'
import { useId } from 'react'
import { type PreviewState, previewApiPaths } from '#server/preview/contract.ts'
import { ExternalLink } from '#src/components/external-link.tsx'
import { forcedColors } from '#src/theme/media-queries.ts'
import { color, inkAlpha, size, space } from '#src/theme/tokens.ts'
import { labelStyle } from '#src/theme/typography.ts'
import { bannerInset } from './banner-styles.ts'

interface UnpublishedListProps {
  readonly state: PreviewState
  /** Contentful shows the page. */
  readonly isFramed: boolean
}

/** What visitors do not see, and why, each with its way into the CMS; and the way to the health report. */
export function UnpublishedList({ state, isFramed }: UnpublishedListProps) {
  const { unpublished, refused, rebuildProblem } = state
  const [entriesId, refusedId] = [useId(), useId()]
  return (
    <div className={panel}>
      {rebuildProblem !== null && (
        <p className={problem}>Visitors still see older pages, because the last rebuild failed: {rebuildProblem}</p>
      )}
      {refused.length > 0 && (
        <>
          <p id={refusedId} className={heading}>
            Published, and yet without effect
          </p>
          <ul aria-labelledby={refusedId}>
            {refused.map(({ id, title, link, reason }) => (
              <li key={id} className={item}>
                <EntryLink title={title} link={link} />
                <span className={reasons}>{reason}</span>
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
          {unpublished.map(({ id, type, title, state, link }) => (
            <li key={`${type} ${id}`} className={item}>
              <EntryLink title={title} link={link} />
              <span className={kind}>{type}</span>
              <span className={sign} data-state={state}>
                {states[state]}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={more}>
        {isFramed ? (
          <a href={previewApiPaths.report} className={anchor}>
            {REPORT}
          </a>
        ) : (
          <ExternalLink href={previewApiPaths.report} newTabLabel={NEW_TAB} className={anchor}>
            {REPORT}
          </ExternalLink>
        )}
      </p>
    </div>
  )
}

const EntryLink = ({ title, link }: { readonly title: string; readonly link: string }) => (
  <ExternalLink href={link} newTabLabel={NEW_TAB} className={anchor}>
    {title.trim() || 'Without a title'}
  </ExternalLink>
)

const NEW_TAB = '(opens in a new tab)'

/** Inside Contentful it opens in the frame: another tab would not have the cookie, which is good in that frame alone. */
const REPORT = 'Health report: what to put right'

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
  font-size: 14px;

  ul + & {
    margin-block-start: ${space.md}px;
  }
`

/** px; with it a line of text is as high as a finger needs. */
const AIR = (size.touchTarget - 22) / 2

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
  padding-block: ${AIR}px;
  font-weight: 600;
  text-decoration: underline;
  text-underline-offset: 4px;

  &:hover {
    text-decoration-thickness: 2px;
  }
`

const kind = css`
  padding-block-end: ${AIR}px;
  color: ${color.inkSoft};
`

const reasons = css`
  padding-block-end: ${AIR}px;
  color: ${color.clay};
`

const sign = css`
  ${labelStyle}
  margin-block-end: ${AIR}px;
  margin-inline-start: auto;
  border: 1px solid;
  padding: 2px ${space.xs}px;
  font-size: 13px;

  &[data-state='draft'] {
    border-color: ${color.ink};
    background: ${color.ink};
    color: ${color.bone};
  }
`

const more = css`
  margin-block-start: ${space.sm}px;
`
