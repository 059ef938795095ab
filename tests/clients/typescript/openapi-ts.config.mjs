export default {
  input: process.env.TRUCO_SCHEMA,
  output: { path: process.env.TRUCO_CLIENT },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
};
