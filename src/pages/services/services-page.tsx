import { css } from 'linaria'
import { Intro } from '#src/components/intro.tsx'
import { Reveal } from '#src/components/reveal.tsx'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import type { ServicePanelContent, ServicesContent } from '#src/content/services.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/layout/page-hero.tsx'
import { settings } from '#src/settings.ts'
import { upToWidth } from '#src/theme/media-queries.ts'
import { color } from '#src/theme/tokens.ts'
import { Affiliations } from './affiliations.tsx'
import { ServicePanel } from './service-panel.tsx'

interface ServicesPageProps {
  readonly content: ServicesContent
  readonly texts: InterfaceTexts
}

/** Services (requirements §2): what the company builds, and where it belongs. */
export function ServicesPage({ content, texts }: ServicesPageProps) {
  const { sys, hero, introTitle, introText, panels, affiliationsTitle, affiliations } = content
  return (
    <>
      <PageHero hero={hero} texts={texts} />
      <Reveal threshold={settings.revealThreshold}>
        <Intro
          title={introTitle}
          paragraphs={introText}
          inspectorProps={{
            title: getInspectorProps(sys.id, 'introTitle'),
            paragraphs: getInspectorProps(sys.id, 'introText'),
          }}
        />
      </Reveal>
      {panels.length > 0 && <ServicePanels panels={panels} />}
      {affiliations.length > 0 && (
        <Reveal threshold={settings.revealThreshold}>
          <Affiliations
            title={affiliationsTitle}
            titleInspectorProps={getInspectorProps(sys.id, 'affiliationsTitle')}
            affiliations={affiliations}
            newTabLabel={texts.newTab}
          />
        </Reveal>
      )}
    </>
  )
}

/** Three large panels side by side, stacked on narrow screens (requirements §2). */
const ServicePanels = ({ panels }: { readonly panels: readonly ServicePanelContent[] }) => (
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
