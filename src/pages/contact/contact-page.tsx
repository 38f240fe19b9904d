import { css } from 'linaria'
import { useEffect, useId, useRef, useState } from 'react'
import { startGuestSession } from '#src/api/guest-session.ts'
import { Container } from '#src/components/container.tsx'
import { runWhenIdle } from '#src/components/run-when-idle.ts'
import { Section } from '#src/components/section.tsx'
import type { ContactContent } from '#src/content/contact.ts'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/layout/page-hero.tsx'
import { upToWidth } from '#src/theme/media-queries.ts'
import { color, space } from '#src/theme/tokens.ts'
import { introStyle, sectionTitleStyle } from '#src/theme/typography.ts'
import { AddressCard } from './address-card.tsx'
import { ContactForm } from './contact-form.tsx'
import { OfficeInfo } from './office-info.tsx'
import { OfficeMap } from './office-map.tsx'

interface ContactPageProps {
  readonly content: ContactContent
  readonly texts: InterfaceTexts
  /** The company's, as the address and the marker are labelled with it. */
  readonly shortName: string
}

/** Contact (requirements §2): a message to the office; how, where and when to reach it. */
export function ContactPage({ content, texts, shortName }: ContactPageProps) {
  const { hero, formTitle, formText, sentTitle, sentText, map, mapLabel } = content
  const mark = (field: keyof ContactContent) => getInspectorProps(content.sys.id, field)
  const isLoggedIn = useGuestSession()
  const [isSent, setSent] = useState(false)
  return (
    <>
      <PageHero hero={hero} texts={texts} />
      <Section labelledBy="connect">
        <Container layout="columns">
          <div className={message} data-logged-in={isLoggedIn}>
            <h2 id="connect" className={heading} {...mark('formTitle')}>
              {formTitle}
            </h2>
            {isSent ? (
              <SentConfirmation title={sentTitle} text={sentText} />
            ) : (
              <>
                <p className={invitation} {...mark('formText')}>
                  {formText}
                </p>
                <ContactForm content={content} texts={texts} onSent={() => setSent(true)} />
              </>
            )}
          </div>
          <div className={info}>
            <OfficeInfo content={content} />
          </div>
        </Container>
      </Section>
      <OfficeMap location={map} label={mapLabel} name={shortName}>
        <AddressCard name={shortName} content={content} newTabLabel={texts.newTab} />
      </OfficeMap>
    </>
  )
}

/** Starts the visitor's session when the page has nothing better to do (requirements §4). Answers whether there is one. */
function useGuestSession(): boolean {
  const [isLoggedIn, setLoggedIn] = useState(false)
  useEffect(() => runWhenIdle(() => startGuestSession().then(setLoggedIn)), [])
  return isLoggedIn
}

const message = css`
  grid-column: span 7;

  ${upToWidth('tablet')} {
    grid-column: auto;
  }
`

const heading = css`
  ${sectionTitleStyle}
`

const invitation = css`
  ${introStyle}
  max-inline-size: 36ch;
  margin-block-start: ${space.md}px;
`

const info = css`
  grid-column: 9 / -1;

  ${upToWidth('tablet')} {
    grid-column: auto;
    margin-block-start: ${space.xl}px;
  }
`

/** In the form's place after a successful send (requirements §2). The focus goes there: what had it is gone, and so it is heard. */
function SentConfirmation({ title, text }: { readonly title: string; readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const textId = useId()
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={sent}>
      <h3 ref={heading} className={headline} tabIndex={-1} aria-describedby={textId}>
        {title}
      </h3>
      <p id={textId} className={thanks}>
        {text}
      </p>
    </div>
  )
}

const sent = css`
  margin-block-start: ${space.lg}px;
  border-block-start: 3px solid ${color.green};
  padding-block-start: ${space.lg - 8}px;
`

/** Where the focus scrolls, the form's title is still seen above. */
const headline = css`
  ${sectionTitleStyle}
  scroll-margin-block-start: ${2 * space.xxl}px;

  &:focus {
    outline: none;
    box-shadow: none;
  }
`

const thanks = css`
  ${introStyle}
  margin-block-start: ${space.xs}px;
`
