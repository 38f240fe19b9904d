import { css } from 'linaria'
import type { ContactContent } from '#src/content/contact.ts'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import { upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, size, space } from '#src/theme/tokens.ts'
import { labelStyle } from '#src/theme/typography.ts'
import { getPhoneUrl } from './address-card.tsx'

/** Office, hours, contact: static text (requirements §2), with links that call and write. */
export function OfficeInfo({ content }: { readonly content: ContactContent }) {
  const { officeTitle, officeStreet, officeCity, hoursTitle, hours, days, contactTitle, email, phone } = content
  const mark = (field: keyof ContactContent) => getInspectorProps(content.sys.id, field)
  return (
    <ul className={list}>
      <li className={block}>
        <h2 className={heading} {...mark('officeTitle')}>
          {officeTitle}
        </h2>
        <p {...mark('officeStreet')}>{officeStreet}</p>
        <p {...mark('officeCity')}>{officeCity}</p>
      </li>
      <li className={block}>
        <h2 className={heading} {...mark('hoursTitle')}>
          {hoursTitle}
        </h2>
        <p {...mark('hours')}>{hours}</p>
        <p {...mark('days')}>{days}</p>
      </li>
      <li className={block}>
        <h2 className={heading} {...mark('contactTitle')}>
          {contactTitle}
        </h2>
        <a className={link} href={`mailto:${email}`} {...mark('email')}>
          {email}
        </a>
        <a className={link} href={getPhoneUrl(phone)} {...mark('phone')}>
          {phone}
        </a>
      </li>
    </ul>
  )
}

const list = css`
  border-block-start: 1px solid ${color.hairlineOnBone};
  font-size: 18px;

  ${upToWidth('tablet')} {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
  }
`

const block = css`
  border-block-end: 1px solid ${color.hairlineOnBone};
  padding-block: ${space.md}px;

  ${upToWidth('tablet')} {
    padding-inline-end: ${space.md}px; /* instead of a gap: the hairline goes through */
  }
`

const heading = css`
  ${labelStyle}
  margin-block-end: ${space.xs}px;
  color: ${color.clay};
`

const link = css`
  display: flex;
  align-items: center;
  inline-size: fit-content;
  max-inline-size: 100%;
  min-block-size: ${size.touchTarget}px;
  overflow-wrap: anywhere;
  text-decoration: underline ${color.hairlineOnBone};
  text-underline-offset: 5px;
  transition: text-decoration-color ${duration.hover}ms;

  &:hover {
    text-decoration-color: currentColor;
  }
`
