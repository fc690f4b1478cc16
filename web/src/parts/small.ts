/** The quiet button of lists and titles. */
import { Button } from '@mantine/core';

export const Small = Button.withProps({ size: 'xs', variant: 'default' });
