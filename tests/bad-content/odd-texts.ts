/** Unusual but valid texts: they are shown unchanged. */
export const ODD_TEXTS: Readonly<Record<string, string>> = {
  'of four kilobytes': 'Pipelines that outlast whoever builds them. '.repeat(94),
  'of one long word': 'Rohrleitungsinstandhaltung'.repeat(12),
  'in Arabic': 'خطوط أنابيب بُنيت لتدوم أكثر منّا (250 ميلاً).',
  'in Hebrew': 'צינורות שנבנו להאריך ימים מאיתנו!',
  'of emoji': '👷🏽‍♀️🏗️🇺🇸 4–42″ ✅',
  'of combining marks': `Pi\u0301pe${'\u0335\u0336\u0337'.repeat(20)}line`,
  'of HTML with a script': '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'with line separators': 'Pipelines\u2028built\u2029to last',
  'with zero-width characters': 'Pipe\u200bline\u00ad\u2060s',
  'of placeholders': '$& $1 {count} {index} %s',
}
