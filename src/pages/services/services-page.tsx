import { css } from 'linaria'
import { Suspense } from 'react'
import { Intro } from '#src/components/intro.tsx'
import { Reveal } from '#src/components/reveal.tsx'
import { useInspectorProps } from '#src/content/inspector-props.ts'
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

/** Services page (requirements §2): video hero, intro, service panels and affiliations. */
export function ServicesPage({ content, texts }: ServicesPageProps) {
  const getInspectorProps = useInspectorProps<'servicesPage'>()
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
      <Suspense>{panels.length > 0 && <ServicePanels panels={panels} />}</Suspense>
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
  <ul className={list}>
    {panels.map((panel) => (
      <li key={panel.id} className={item}>
        <ServicePanel panel={panel} />
      </li>
    ))}
  </ul>
)

const list = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  background: ${color.ink};
`

/** At most three per row. Four panels form two rows of two. */
const item = css`
  position: relative;
  flex: 1 1 30%;
  display: grid;
  min-inline-size: 0;

  /* Focus ring of the panel's link, drawn inside: neighbouring panels leave no space outside. */
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
