import { css } from 'linaria'
import type { ContactMessage } from '#server/contract.ts'
import type { Contact } from '#src/content/contact.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/site/page-hero.tsx'
import { upTo } from '#src/theme/media.ts'
import { space } from '#src/theme/tokens.ts'
import { introType, sectionTitleType } from '#src/theme/type.ts'
import { Container } from '#src/ui/container.tsx'
import { Section } from '#src/ui/section.tsx'
import { AddressCard } from './address-card.tsx'
import { ContactForm } from './contact-form.tsx'
import { mailLink } from './mail.ts'
import { OfficeInfo } from './office-info.tsx'
import { OfficeMap } from './office-map.tsx'

interface ContactPageProps {
  readonly content: Contact
  readonly texts: InterfaceTexts
  /** The company's, as the address and the marker are labelled with it. */
  readonly shortName: string
}

/** Contact (spec §2): a message to the office; how, where and when to reach it. */
export function ContactPage({ content, texts, shortName }: ContactPageProps) {
  const { hero, formTitle, formText, email, mapLatitude, mapLongitude, mapLabel } = content
  const openMail = (message: ContactMessage) => location.assign(mailLink(email, hero.header, message))
  return (
    <>
      <PageHero hero={hero} texts={texts} />
      <Section labelledBy="connect">
        <Container layout="columns">
          <div className={message}>
            <h2 id="connect" className={heading}>
              {formTitle}
            </h2>
            <p className={invitation}>{formText}</p>
            <ContactForm content={content} onSend={openMail} />
          </div>
          <div className={info}>
            <OfficeInfo content={content} />
          </div>
        </Container>
      </Section>
      <OfficeMap latitude={mapLatitude} longitude={mapLongitude} label={mapLabel} name={shortName}>
        <AddressCard name={shortName} content={content} newTab={texts.newTab} />
      </OfficeMap>
    </>
  )
}

const message = css`
  grid-column: span 7;

  ${upTo('tablet')} {
    grid-column: auto;
  }
`

const heading = css`
  ${sectionTitleType}
`

const invitation = css`
  ${introType}
  max-inline-size: 36ch;
  margin-block-start: ${space.md}px;
`

const info = css`
  grid-column: 9 / -1;

  ${upTo('tablet')} {
    grid-column: auto;
    margin-block-start: ${space.xl}px;
  }
`
