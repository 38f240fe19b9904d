import { css } from 'linaria'
import { ExternalLink } from '#src/components/external-link.tsx'
import type { ContactContent } from '#src/content/contact.ts'
import { type FieldId, useInspectorProps } from '#src/content/inspector-props.ts'
import { upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, size, space } from '#src/theme/tokens.ts'
import { headingStyle, labelStyle, rem } from '#src/theme/typography.ts'

/** Office address, hours and contact data (requirements §2), with phone and email links. */
export function OfficeInfo({ content }: { readonly content: ContactContent }) {
  const getInspectorProps = useInspectorProps<'contactPage'>()
  const { officeTitle, officeStreet, officeCity, hoursTitle, hours, days, contactTitle, email, phone } = content
  const inspect = (field: FieldId<'contactPage'>) => getInspectorProps(content.sys.id, field)
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
  font-size: ${rem(18)};

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

interface AddressCardProps {
  readonly name: string
  readonly content: ContactContent
  readonly newTabLabel: string
}

/** The office address with a link to directions. */
export function AddressCard({ name, content, newTabLabel }: AddressCardProps) {
  const { officeStreet, officeCity, directionsLabel } = content
  return (
    <div className={card}>
      <p className={company}>{name}</p>
      <address className={addressLines}>
        <p>{officeStreet}</p>
        <p>{officeCity}</p>
      </address>
      <ExternalLink
        href={getDirectionsUrl(`${officeStreet}, ${officeCity}`)}
        newTabLabel={newTabLabel}
        className={directionsLink}
      >
        {directionsLabel}
      </ExternalLink>
    </div>
  )
}

const card = css`
  max-inline-size: 100%;
  border-inline-start: 4px solid ${color.amber};
  padding: ${space.md}px 36px;
  background: ${color.bone};
`

const company = css`
  ${headingStyle}
  font-size: ${rem(26)};
  line-height: 1.3;
`

const addressLines = css`
  font-style: normal;
  text-wrap: balance;
`

const directionsLink = css`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touchTarget}px;
  font-weight: 600;
  text-decoration: underline transparent;
  text-underline-offset: 5px;

  &:hover {
    text-decoration-color: currentColor;
  }
`

/** Creates a `tel:` URL: `(940) 555-0142` → `tel:9405550142`. Keeps a leading plus. */
const getPhoneUrl = (phone: string) => `tel:${phone.replace(/(?!^\+)\D/g, '')}`

/** Creates the Google Maps URL for directions to an address. */
const getDirectionsUrl = (address: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`
