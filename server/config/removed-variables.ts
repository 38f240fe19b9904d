/**
 * Settings of the version before, and what to do instead. The server does not start with them, because pages or messages
 * would silently end up elsewhere. The next version does not need this file.
 */
export const REFUSED_VARIABLES: Readonly<Record<string, string>> = {
  API_URL:
    'one process serves pages and contact API, and sends the mails; set DATABASE_URL, SMTP_URL and the like as on the API’s server',
  BACKEND_HOST: 'pages and contact API have one address; set HOST',
  BACKEND_PORT: 'pages and contact API have one port; set PORT, and let proxies use it',
  DEPLOY_HOOK_URL: 'add a webhook in Contentful that calls this address itself',
}

/** Settings of the version before that have no effect any more, and what to do instead. */
const REMOVED_VARIABLES: Readonly<Record<string, string>> = {
  CAPTCHA_HOSTNAMES: 'the hosts of SITE_ORIGINS are accepted',
  SESSION_MINUTES: 'a guest session lasts 60 minutes',
  SPAM_RETENTION_DAYS: 'spam is deleted after 30 days, or after RETENTION_DAYS if that is shorter',
  LOGINS_PER_HOUR: 'all visitors together have 20,000 guest sessions an hour',
  DISK_FREE_MB: 'the health report warns below 500 MB',
  CONTENTFUL_REQUESTS_PER_SECOND: 'npm run cms stays below the limits of all plans',
}

/** What to do instead of a setting that has no effect any more; `undefined` for other names. */
export const findRemovalAdvice = (name: string): string | undefined =>
  REMOVED_VARIABLES[name] ??
  (/^(MESSAGES|LOGINS)_PER_/.test(name)
    ? 'set MESSAGES_PER_ADDRESS_PER_DAY, MESSAGES_PER_DAY and LOGINS_PER_ADDRESS'
    : undefined)
