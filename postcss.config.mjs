// Tailwind through PostCSS, as Next expects it.
export default { plugins: { '@tailwindcss/postcss': {} } };
