import { css } from 'linaria'
import type { ReactNode } from 'react'
import { Container } from '#src/components/container.tsx'
import { ExternalLink } from '#src/components/external-link.tsx'
import type { InspectorProps } from '#src/components/inspector-props.ts'
import { Picture } from '#src/components/picture.tsx'
import { Section } from '#src/components/section.tsx'
import { useInspectorProps } from '#src/content/inspector-props.ts'
import type { AffiliationLogo } from '#src/content/services.ts'
import { keepGround, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, size, space } from '#src/theme/tokens.ts'
import { headingStyle, rem, sectionTitleStyle } from '#src/theme/typography.ts'

interface AffiliationsProps {
  readonly title: string
  readonly titleInspectorProps: InspectorProps
  readonly affiliations: readonly AffiliationLogo[]
  readonly newTabLabel: string
}

/** Logos of partner organizations, one row per kind (requirements §2). */
export function Affiliations({ title, titleInspectorProps, affiliations, newTabLabel }: AffiliationsProps) {
  const getInspectorProps = useInspectorProps<'affiliation'>()
  return (
    <Section labelledBy="affiliations">
      <Container>
        <h2 id="affiliations" className={heading} {...titleInspectorProps}>
          {title}
        </h2>
        {[...Map.groupBy(affiliations, ({ kind }) => kind)].map(([kind, logos]) => (
          <div key={kind} className={row}>
            <h3 className={rowTitle}>{kind}</h3>
            <ul className={grid}>
              {logos.map(({ id, logo, link }) => (
                <li key={id} className={cell} {...getInspectorProps(id, 'logo')}>
                  <LogoLink link={link} newTabLabel={newTabLabel}>
                    <Picture picture={logo} sizes="175px" className={image} />
                  </LogoLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Container>
    </Section>
  )
}

interface LogoLinkProps extends Pick<AffiliationLogo, 'link'> {
  readonly newTabLabel: string
  readonly children: ReactNode
}

/** Links the logo to the partner's site if the entry has a valid link. */
const LogoLink = ({ link, newTabLabel, children }: LogoLinkProps) =>
  link ? (
    <ExternalLink href={link} newTabLabel={newTabLabel} hasIcon={false} className={logoBox}>
      {children}
    </ExternalLink>
  ) : (
    <div className={logoBox}>{children}</div>
  )

const heading = css`
  ${sectionTitleStyle}
  margin-block-end: ${space.xl}px;

  ${upToWidth('tablet')} {
    margin-block-end: ${space.lg}px;
  }
`

const row = css`
  display: grid;
  grid-template-columns: 1fr 5fr;
  border-block-start: 1px solid ${color.hairlineOnBone};

  &:last-child {
    border-block-end: 1px solid ${color.hairlineOnBone};
  }

  ${upToWidth('tablet')} {
    grid-template-columns: minmax(0, 1fr);
    padding-block: ${space.md}px ${space.sm}px;
  }
`

const rowTitle = css`
  ${headingStyle}
  padding-block: ${space.lg}px ${space.sm}px;
  padding-inline-end: ${space.sm}px;
  font-size: ${rem(22)};
  font-weight: 600;
  line-height: 1.15;
  letter-spacing: 0;

  ${upToWidth('tablet')} {
    padding-block: 0 ${space.sm}px;
  }
`

/* Narrow screens have no lines between the logos: the logos align with the text. */
const grid = css`
  display: grid;
  grid-template-columns: repeat(5, minmax(0, 1fr));

  ${upToWidth('tablet')} {
    gap: ${space.xs}px;
    margin-inline: -${space.xs}px;
  }

  ${upToWidth('phone')} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }

  ${upToWidth('small')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`

const cell = css`
  border-inline-start: 1px solid ${color.hairlineOnBone};

  ${upToWidth('tablet')} {
    border: 0;
  }
`

const logoBox = css`
  display: grid;
  place-items: center;
  block-size: 150px;
  padding: ${space.md}px 18px;
  outline-offset: -3px;
  transition: background-color ${duration.hover}ms;

  &:any-link:hover {
    background: ${color.paper};
  }

  ${upToWidth('tablet')} {
    justify-items: start;
    block-size: 106px;
    padding: ${space.xs}px;
  }
`

const image = css`
  inline-size: auto;
  block-size: ${size.logo}px;
  max-block-size: 100%;
  object-fit: contain;
  ${keepGround(color.bone)}

  ${upToWidth('tablet')} {
    object-position: left;
  }
`
