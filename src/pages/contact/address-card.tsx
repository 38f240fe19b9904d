import { css } from 'linaria'
import { ExternalLink } from '#src/components/external-link.tsx'
import type { ContactContent } from '#src/content/contact.ts'
import { color, size, space } from '#src/theme/tokens.ts'
import { headingStyle } from '#src/theme/typography.ts'

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
        className={link}
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
  font-size: 26px;
  line-height: 1.3;
`

const addressLines = css`
  font-style: normal;
  text-wrap: balance;
`

const link = css`
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
export const getPhoneUrl = (phone: string) => `tel:${phone.replace(/(?!^\+)\D/g, '')}`

/** Creates the Google Maps URL for directions to an address. */
export const getDirectionsUrl = (address: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`
