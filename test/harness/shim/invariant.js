export * from 'promptasm/cordis/invariant';
