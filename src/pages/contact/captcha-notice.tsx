import { css } from 'linaria'
import { ExternalLink } from '#src/components/external-link.tsx'
import type { ContactContent } from '#src/content/contact.ts'
import { env } from '#src/env.ts'
import { color } from '#src/theme/tokens.ts'
import { noteStyle } from '#src/theme/typography.ts'

interface CaptchaNoticeProps {
  readonly content: Pick<ContactContent, 'captchaNotice' | 'privacyLabel' | 'termsLabel'>
  readonly newTabLabel: string
}

/** What the provider's terms ask for where its badge is hidden (requirements §7); without the provider there is nothing to say. */
export function CaptchaNotice({ content, newTabLabel }: CaptchaNoticeProps) {
  const { captchaNotice, privacyLabel, termsLabel } = content
  if (!env.captchaSiteKey) return null
  const linked = (part: string) => {
    const [label, href] =
      part === '{privacy}' ? [privacyLabel, PRIVACY] : part === '{terms}' ? [termsLabel, TERMS] : [part]
    return href ? (
      <ExternalLink key={part} href={href} newTabLabel={newTabLabel} className={link} hasIcon={false}>
        {label}
      </ExternalLink>
    ) : (
      label
    )
  }
  return <p className={notice}>{captchaNotice.split(/(\{privacy\}|\{terms\})/).map(linked)}</p>
}

const PRIVACY = 'https://policies.google.com/privacy'
const TERMS = 'https://policies.google.com/terms'

const notice = css`
  ${noteStyle}
  grid-column: 1 / -1;
  color: ${color.inkSoft};

  :global() {
    .grecaptcha-badge {
      visibility: hidden;
    }
  }
`

const link = css`
  text-decoration: underline;
  text-underline-offset: 3px;

  &:hover {
    color: ${color.ink};
  }
`
