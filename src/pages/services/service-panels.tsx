import { css } from 'linaria'
import type { ServicePanelContent } from '#src/content/services.ts'
import { upToWidth } from '#src/theme/media-queries.ts'
import { color } from '#src/theme/tokens.ts'
import { ServicePanel } from './service-panel.tsx'

/** Three large panels side by side, stacked on narrow screens (requirements §2). */
export const ServicePanels = ({ panels }: { readonly panels: readonly ServicePanelContent[] }) => (
  <ul className={row}>
    {panels.map((panel) => (
      <li key={panel.id} className={cell}>
        <ServicePanel panel={panel} />
      </li>
    ))}
  </ul>
)

const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  background: ${color.ink};
`

/** At most three fill a row: editors may have fewer or more. Four stand two by two. */
const cell = css`
  position: relative;
  flex: 1 1 30%;
  display: grid;
  min-inline-size: 0;

  /* The ring of what has the focus inside, and above all of it: the neighbours leave it no room outside. */
  &:has(:focus-visible)::after {
    content: '';
    position: absolute;
    inset: 0;
    outline: 3px solid ${color.amber};
    outline-offset: -3px;
    pointer-events: none;
  }

  &:first-child:nth-last-child(4),
  &:first-child:nth-last-child(4) ~ & {
    flex-basis: 40%;
  }

  ${upToWidth('tablet')} {
    &,
    &:first-child:nth-last-child(4),
    &:first-child:nth-last-child(4) ~ & {
      flex-basis: 100%;
    }
  }
`
