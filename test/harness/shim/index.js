export * from 'promptasm/cordis';
export { default } from 'promptasm/cordis';
