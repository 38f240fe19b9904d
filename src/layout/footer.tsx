import { Link } from '@tanstack/react-router'
import { css } from 'linaria'
import { memo } from 'react'
import { Container } from '#src/components/container.tsx'
import { ExternalLink } from '#src/components/external-link.tsx'
import { Picture } from '#src/components/picture.tsx'
import type { SiteSettings } from '#src/content/site.ts'
import { env } from '#src/env.ts'
import { settings } from '#src/settings.ts'
import { keepGround, print, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, size, space } from '#src/theme/tokens.ts'
import { labelStyle, rem } from '#src/theme/typography.ts'
import { NavigationLink, usePagePath } from './navigation-link.tsx'

/**
 * The footer of every page: logo, navigation, social links and copyright (requirements §2). Memoized like the navigation
 * bar.
 */
export const Footer = memo(({ site }: { readonly site: SiteSettings }) => {
  const { newTab } = site.interfaceTexts
  const path = usePagePath()
  return (
    <footer className={root}>
      <Container className={columns}>
        <div className={company}>
          <Link to={settings.pages.HomePage} className={logoLink}>
            <Picture picture={site.logo} sizes="275px" className={logo} />
          </Link>
          <p className={tagline}>{site.tagline}</p>
        </div>
        <nav aria-labelledby="explore">
          <h2 id="explore" className={heading}>
            {site.exploreHeading}
          </h2>
          <ul>
            {site.navigation.map((item) => (
              <li key={item.id}>
                <NavigationLink route={item.route} className={link}>
                  {item.name}
                </NavigationLink>
              </li>
            ))}
          </ul>
        </nav>
        {site.socialLinks.length > 0 && (
          <div>
            <h2 className={heading}>{site.socialHeading}</h2>
            <ul>
              {site.socialLinks.map(({ name, url }) => (
                <li key={name}>
                  <ExternalLink href={url} newTabLabel={newTab} className={link}>
                    {name}
                  </ExternalLink>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className={copyright} data-address={new URL(path, env.siteUrl).href}>
          {site.copyright}
        </p>
      </Container>
    </footer>
  )
})

const root = css`
  padding-block: 72px ${space.lg}px;
  background: ${color.ink};
  color: ${color.bone};

  ${print} {
    padding-block: ${space.md}px 0;
  }
`

const columns = css`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  column-gap: ${space.md}px;
  row-gap: ${space.lg}px;

  ${upToWidth('phone')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${print} {
    display: block;

    > :not(:last-child) {
      display: none;
    }
  }
`

const company = css`
  grid-column: span 2;
`

const logoLink = css`
  display: flex;
  inline-size: fit-content;
  max-inline-size: 100%;
`

const logo = css`
  inline-size: 275px;

  ${keepGround(color.ink)}
`

const tagline = css`
  margin-block-start: ${space.md}px;
  color: ${color.boneSoft};
`

const heading = css`
  ${labelStyle}
  margin-block-end: ${space.xs}px;
  color: ${color.boneSoft};
  font-size: ${rem(14)};
`

const link = css`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touchTarget}px;
  text-decoration: underline transparent;
  text-underline-offset: 6px;
  transition: text-decoration-color ${duration.hover}ms;

  &:hover {
    text-decoration-color: ${color.amber};
  }
`

const copyright = css`
  grid-column: 1 / -1;
  margin-block-start: ${space.sm}px;
  border-block-start: 1px solid ${color.hairlineOnInk};
  padding-block-start: ${space.md}px;
  color: ${color.boneSoft};
  font-size: ${rem(14)};

  /* Printed pages show their URL. */
  ${print} {
    border-color: ${color.hairlineOnBone};

    &::after {
      content: attr(data-address);
      float: inline-end;
    }
  }
`
