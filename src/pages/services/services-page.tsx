import { Intro } from '#src/components/intro.tsx'
import { Reveal } from '#src/components/reveal.tsx'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import type { ServicesContent } from '#src/content/services.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/layout/page-hero.tsx'
import { settings } from '#src/settings.ts'
import { Affiliations } from './affiliations.tsx'
import { ServicePanels } from './service-panels.tsx'

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
