import { css } from 'linaria'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import type { InterfaceTexts, NavigationItem } from '#src/content/site.ts'
import { settings } from '#src/settings.ts'
import { aboveWidth, forcedColors, print, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, easing, gutter, size } from '#src/theme/tokens.ts'
import { labelStyle, rem } from '#src/theme/typography.ts'
import { MenuButton } from './menu-button.tsx'
import { NavigationLink } from './navigation-link.tsx'

interface NavigationMenuProps {
  readonly items: readonly NavigationItem[]
  readonly texts: InterfaceTexts
}

/**
 * The navigation items in a row or, up to 900 px, in a menu (requirements §2). The list is a popover: the browser
 * handles opening, Escape and taps outside, also before hydration.
 */
export function NavigationMenu({ items, texts }: NavigationMenuProps) {
  const listRef = useRef<HTMLUListElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => listRef.current?.hidePopover()

  // The popover may have been opened before hydration.
  useEffect(() => setOpen(listRef.current?.matches(':popover-open') ?? false), [])

  // Closes the menu when the focus leaves it: it would cover the focused element.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }

  useEffect(() => {
    if (!isOpen) return
    const wideScreen = matchMedia(`(width > ${settings.mobileWidthThreshold}px)`)
    wideScreen.addEventListener('change', close)
    return () => wideScreen.removeEventListener('change', close)
  })

  return (
    <nav aria-label={texts.mainNavigation} onBlur={onBlur}>
      <MenuButton controls={MENU_ID} isOpen={isOpen} name={isOpen ? texts.closeMenu : texts.openMenu} />
      <ul
        ref={listRef}
        id={MENU_ID}
        className={list}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {items.map((item) => (
          <li key={item.id} className={menuItem}>
            <NavigationLink route={item.route} className={link} onClick={close}>
              {item.name}
            </NavigationLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const MENU_ID = 'menu'

/** 20 px. Less if the visitor's font size is so large that the names would not fit beside the logo. */
const itemPadding = 'clamp(4px, 11.7vw - 36px - 2rem, 20px)'

const list = css`
  ${aboveWidth('menu')} {
    position: static;
    inset: auto;
    display: flex;
    inline-size: auto;
    block-size: auto;
    margin: 0 calc(-1 * ${itemPadding}) 0 0; /* aligns the last item’s text with the container’s edge */
    border: 0;
    padding: 0;
    overflow: visible;
    background: none;
    color: inherit;
  }

  ${print} {
    display: none;
  }

  ${upToWidth('menu')} {
    inset: ${size.navigationBar}px 0 auto;
    inline-size: 100%;
    min-block-size: min(${size.navigationMenu}px, 100dvh - ${size.navigationBar}px);
    block-size: auto;
    max-block-size: calc(100dvh - ${size.navigationBar}px);
    margin: 0;
    border: 0;
    border-block-start: 1px solid ${color.hairlineOnInk};
    padding: 6px ${gutter};
    background: ${color.ink};
    color: ${color.bone};
    clip-path: inset(0 0 100%);
    transition:
      clip-path ${duration.menu}ms ${easing},
      display ${duration.menu}ms allow-discrete,
      overlay ${duration.menu}ms allow-discrete;

    &:popover-open {
      display: flex;
      flex-direction: column;
      clip-path: inset(0);
    }

    @starting-style {
      &:popover-open {
        clip-path: inset(0 0 100%);
      }
    }

    /* Browsers without popover support show the list below the bar. */
    @supports not selector(:popover-open) {
      position: absolute;
      clip-path: none;
    }
  }
`

const menuItem = css`
  ${upToWidth('menu')} {
    flex: 1;
    display: grid;

    & + & {
      border-block-start: 1px solid ${color.hairlineOnInk};
    }
  }
`

const link = css`
  ${labelStyle}
  position: relative;
  display: flex;
  align-items: center;
  min-block-size: ${size.touchTarget}px;
  color: ${color.boneSoft};
  transition: color ${duration.hover}ms;

  &:hover,
  &[aria-current] {
    color: ${color.bone};
  }

  ${aboveWidth('menu')} {
    align-items: safe center; /* shows the first lines of a name that is too long for the bar */
    block-size: ${size.navigationBar}px;
    padding-inline: ${itemPadding};
    overflow: clip;

    &[aria-current]::after {
      content: '';
      position: absolute;
      inset: auto 0 0;
      border-block-start: 3px solid ${color.amber};
    }
  }

  ${upToWidth('menu')} {
    margin-inline: -12px;
    padding-inline: 12px;
    color: ${color.bone};
    font-size: ${rem(20)};
    letter-spacing: 0.05em;

    &:hover,
    &[aria-current] {
      color: ${color.amber};
    }
  }

  /* Focus ring inside the item: there is no space outside. */
  &:focus-visible {
    outline-offset: -3px;
    box-shadow: none;
  }

  ${forcedColors} {
    &[aria-current] {
      text-decoration: underline;
      text-underline-offset: 6px;
    }
  }
`
