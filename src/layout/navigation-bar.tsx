import { Link } from '@tanstack/react-router'
import { css } from 'linaria'
import { memo } from 'react'
import { Container } from '#src/components/container.tsx'
import { Picture } from '#src/components/picture.tsx'
import type { SiteSettings } from '#src/content/site.ts'
import { settings } from '#src/settings.ts'
import { keepGround, print } from '#src/theme/media-queries.ts'
import { color, size, space, zIndex } from '#src/theme/tokens.ts'
import { NavigationMenu } from './navigation-menu.tsx'

/**
 * The bar at the top of every page: logo and navigation (requirements §2). Memoized: the layout renders with each change of
 * the loading state.
 */
export const NavigationBar = memo(({ site }: { readonly site: SiteSettings }) => (
  <header className={root}>
    <Container className={container}>
      <Link to={settings.pages.HomePage} className={logoLink}>
        <Picture picture={site.logo} sizes="240px" priority className={logo} />
      </Link>
      <NavigationMenu items={site.navigation} texts={site.interfaceTexts} />
    </Container>
  </header>
))

const root = css`
  position: sticky;
  z-index: ${zIndex.navigationBar};
  inset-block-start: 0;
  background: ${color.ink};
  color: ${color.bone};

  ${print} {
    position: static;
  }
`

const container = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space.md}px;
  block-size: ${size.navigationBar}px;
`

const logoLink = css`
  flex: 0 1 auto;
  display: flex;
  align-items: center;
  min-inline-size: min(160px, 50%); /* keeps the logo visible beside long item names */
  min-block-size: ${size.touchTarget}px;
`

const logo = css`
  inline-size: auto;
  block-size: 40px;
  object-fit: contain;
  object-position: left;

  ${keepGround(color.ink)}

  ${print} {
    filter: invert(1); /* the logo is light, and paper is white */
  }
`
