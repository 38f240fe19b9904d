import { useQuery } from '@tanstack/react-query'
import { css } from 'linaria'
import { useEffect, useId, useRef, useState } from 'react'
import type { BrowserStorage, BrowserStorages } from '#src/api/browser-storage.ts'
import { guestSessionQueryOptions } from '#src/api/contact-service.ts'
import { Container } from '#src/components/container.tsx'
import { runWhenIdle } from '#src/components/deferred-tasks.ts'
import { Section } from '#src/components/section.tsx'
import type { ContactContent } from '#src/content/contact.ts'
import { type FieldId, useInspectorProps } from '#src/content/inspector-props.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/layout/page-hero.tsx'
import { StructuredData, toContactPageData } from '#src/layout/structured-data.tsx'
import { upToWidth } from '#src/theme/media-queries.ts'
import { color, space } from '#src/theme/tokens.ts'
import { introStyle, sectionTitleStyle } from '#src/theme/typography.ts'
import { ContactForm } from './contact-form.tsx'
import { AddressCard, OfficeInfo } from './office-info.tsx'
import { OfficeMap } from './office-map.tsx'

interface ContactPageProps {
  readonly content: ContactContent
  readonly texts: InterfaceTexts
  /** The company's short name, for the address and the map marker. */
  readonly shortName: string
  readonly storages: BrowserStorages
}

/** Contact page (requirements §2): contact form, office details and map. */
export function ContactPage({ content, texts, shortName, storages }: ContactPageProps) {
  const getInspectorProps = useInspectorProps<'contactPage'>()
  const { hero, formTitle, formText, sentTitle, sentText, map, mapLabel, mapPicture } = content
  const inspect = (field: FieldId<'contactPage'>) => getInspectorProps(content.sys.id, field)
  useGuestSession(storages.local)
  const [isSent, setSent] = useState(false)
  return (
    <>
      <PageHero hero={hero} texts={texts} />
      <Section labelledBy="connect">
        <Container layout="columns">
          <div className={formColumn}>
            <h2 id="connect" className={heading} {...inspect('formTitle')}>
              {formTitle}
            </h2>
            {isSent ? (
              <SentConfirmation title={sentTitle} text={sentText} />
            ) : (
              <>
                <p className={introText} {...inspect('formText')}>
                  {formText}
                </p>
                <ContactForm content={content} texts={texts} storages={storages} onSent={() => setSent(true)} />
              </>
            )}
          </div>
          <div className={infoColumn}>
            <OfficeInfo content={content} />
          </div>
        </Container>
      </Section>
      <OfficeMap
        location={map}
        label={mapLabel}
        name={shortName}
        picture={mapPicture}
        pictureInspectorProps={inspect('mapImage')}
      >
        <AddressCard name={shortName} content={content} newTabLabel={texts.newTab} />
      </OfficeMap>
      <StructuredData data={toContactPageData(content)} />
    </>
  )
}

/** Starts the guest session when the browser is idle (requirements §4). */
function useGuestSession(local: BrowserStorage): void {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIdle(true)), [])
  useQuery({ ...guestSessionQueryOptions(local), enabled: isIdle })
}

const formColumn = css`
  grid-column: span 7;
`

const heading = css`
  ${sectionTitleStyle}
`

const introText = css`
  ${introStyle}
  max-inline-size: 36ch;
  margin-block-start: ${space.md}px;
`

const infoColumn = css`
  grid-column: 9 / -1;

  ${upToWidth('tablet')} {
    margin-block-start: ${space.xl}px;
  }
`

/**
 * Replaces the form after the message is sent (requirements §2). Gets the focus, so that screen readers announce it.
 */
function SentConfirmation({ title, text }: { readonly title: string; readonly text: string }) {
  const titleRef = useRef<HTMLHeadingElement>(null)
  const textId = useId()
  useEffect(() => titleRef.current?.focus(), [])
  return (
    <div className={confirmation}>
      <h3 ref={titleRef} className={confirmationTitle} tabIndex={-1} aria-describedby={textId}>
        {title}
      </h3>
      <p id={textId} className={confirmationText}>
        {text}
      </p>
    </div>
  )
}

const confirmation = css`
  margin-block-start: ${space.lg}px;
  border-block-start: 3px solid ${color.green};
  padding-block-start: ${space.lg - 8}px;
`

/** The scroll margin keeps the section's title visible when the focus scrolls to the confirmation. */
const confirmationTitle = css`
  ${sectionTitleStyle}
  scroll-margin-block-start: ${2 * space.xxl}px;

  &:focus {
    outline: none;
    box-shadow: none;
  }
`

const confirmationText = css`
  ${introStyle}
  margin-block-start: ${space.xs}px;
`
