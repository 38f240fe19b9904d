import { css } from 'linaria'
import type { Contact } from '#src/content/contact.ts'
import { upTo } from '#src/theme/media.ts'
import { color, duration, size, space } from '#src/theme/tokens.ts'
import { labelType } from '#src/theme/type.ts'
import { phoneLink } from './links.ts'

/** Office, hours, contact: static text (spec §2), with links that call and write. */
export function OfficeInfo({ content }: { readonly content: Contact }) {
  const { officeTitle, officeStreet, officeCity, hoursTitle, hours, days, contactTitle, email, phone } = content
  return (
    <ul className={list}>
      <li className={block}>
        <h2 className={heading}>{officeTitle}</h2>
        <p>{officeStreet}</p>
        <p>{officeCity}</p>
      </li>
      <li className={block}>
        <h2 className={heading}>{hoursTitle}</h2>
        <p>{hours}</p>
        <p>{days}</p>
      </li>
      <li className={block}>
        <h2 className={heading}>{contactTitle}</h2>
        <a className={link} href={`mailto:${email}`}>
          {email}
        </a>
        <a className={link} href={phoneLink(phone)}>
          {phone}
        </a>
      </li>
    </ul>
  )
}

const list = css`
  border-block-start: 1px solid ${color.hairlineOnBone};
  font-size: 18px;

  ${upTo('tablet')} {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
  }
`

const block = css`
  border-block-end: 1px solid ${color.hairlineOnBone};
  padding-block: ${space.md}px;

  ${upTo('tablet')} {
    padding-inline-end: ${space.md}px; /* instead of a gap: the hairline goes through */
  }
`

const heading = css`
  ${labelType}
  margin-block-end: ${space.xs}px;
  color: ${color.clay};
`

const link = css`
  display: flex;
  align-items: center;
  inline-size: fit-content;
  max-inline-size: 100%;
  min-block-size: ${size.target}px;
  overflow-wrap: anywhere;
  text-decoration: underline ${color.hairlineOnBone};
  text-underline-offset: 5px;
  transition: text-decoration-color ${duration.hover}ms;

  &:hover {
    text-decoration-color: currentColor;
  }
`
