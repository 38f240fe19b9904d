import { css } from 'linaria'
import type { Contact } from '#src/content/contact.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/site/page-hero.tsx'
import { upTo } from '#src/theme/media.ts'
import { space } from '#src/theme/tokens.ts'
import { introType, sectionTitleType } from '#src/theme/type.ts'
import { Container } from '#src/ui/container.tsx'
import { Section } from '#src/ui/section.tsx'
import { AddressCard } from './address-card.tsx'
import { OfficeInfo } from './office-info.tsx'

interface ContactPageProps {
  readonly content: Contact
  readonly texts: InterfaceTexts
  /** The company's, as the address is labelled with it. */
  readonly shortName: string
}

/** Contact (spec §2): how, where and when to reach the office. */
export function ContactPage({ content, texts, shortName }: ContactPageProps) {
  const { hero, formTitle, formText } = content
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
          </div>
          <div className={info}>
            <OfficeInfo content={content} />
          </div>
        </Container>
      </Section>
      <AddressCard name={shortName} content={content} newTab={texts.newTab} />
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
