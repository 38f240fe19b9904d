import { css } from 'linaria'
import type { ContactContent } from '#src/content/contact.ts'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import { upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, size, space } from '#src/theme/tokens.ts'
import { labelStyle } from '#src/theme/typography.ts'
import { getPhoneUrl } from './address-card.tsx'

/** Office address, hours and contact data (requirements §2), with phone and email links. */
export function OfficeInfo({ content }: { readonly content: ContactContent }) {
  const { officeTitle, officeStreet, officeCity, hoursTitle, hours, days, contactTitle, email, phone } = content
  const inspect = (field: keyof ContactContent) => getInspectorProps(content.sys.id, field)
  return (
    <ul className={list}>
      <li className={item}>
        <h2 className={heading} {...inspect('officeTitle')}>
          {officeTitle}
        </h2>
        <p {...inspect('officeStreet')}>{officeStreet}</p>
        <p {...inspect('officeCity')}>{officeCity}</p>
      </li>
      <li className={item}>
        <h2 className={heading} {...inspect('hoursTitle')}>
          {hoursTitle}
        </h2>
        <p {...inspect('hours')}>{hours}</p>
        <p {...inspect('days')}>{days}</p>
      </li>
      <li className={item}>
        <h2 className={heading} {...inspect('contactTitle')}>
          {contactTitle}
        </h2>
        <a className={link} href={`mailto:${email}`} {...inspect('email')}>
          {email}
        </a>
        <a className={link} href={getPhoneUrl(phone)} {...inspect('phone')}>
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

const item = css`
  border-block-end: 1px solid ${color.hairlineOnBone};
  padding-block: ${space.md}px;

  ${upToWidth('tablet')} {
    padding-inline-end: ${space.md}px; /* not a gap, so that the hairline is continuous */
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
