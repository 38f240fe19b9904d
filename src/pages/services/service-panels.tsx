import { css } from 'linaria'
import type { ServicePanel as ServicePanelContent } from '#src/content/services.ts'
import { upTo } from '#src/theme/media.ts'
import { color } from '#src/theme/tokens.ts'
import { ServicePanel } from './service-panel.tsx'

/** Three large panels side by side, stacked on narrow screens (spec §2). */
export const ServicePanels = ({ panels }: { readonly panels: readonly ServicePanelContent[] }) => (
  <ul className={row}>
    {panels.map((panel) => (
      <li key={panel.id}>
        <ServicePanel panel={panel} />
      </li>
    ))}
  </ul>
)

const row = css`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  gap: 4px;
  background: ${color.ink};

  ${upTo('tablet')} {
    grid-auto-flow: row;
  }
`
