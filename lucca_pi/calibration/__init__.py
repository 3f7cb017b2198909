"""What is known of the camera over the table: measured once by `lucca-pi calibrate`, kept in a file, used by looks."""
